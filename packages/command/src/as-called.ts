type Env = Readonly<Record<string, string | undefined>>;

/** The command as the person typed it: npx puts it on no path. Source: U1. */
export const ownName = (env: Env): string => (env.npm_command === 'exec' ? 'npx @loadout/cli' : 'loadout');

/** A sentence of our own that names a command, such as `loadout trust`, with the command as the person called it. */
export const asCalled = (text: string, env: Env): string => text.replace(/(?<![\w@/.-])loadout(?= [a-z])/g, () => ownName(env));

/** Problems whose fixes name a command as the person called it. */
export const fixesAsCalled = <T extends { readonly fix?: string | undefined }>(problems: readonly T[], env: Env): readonly T[] =>
  problems.map((one) => (one.fix === undefined ? one : { ...one, fix: asCalled(one.fix, env) }));
