type Env = Readonly<Record<string, string | undefined>>;

/** The call of the command below each package manager, which puts the command on a path of its own. */
const CALLS: Readonly<Record<string, string>> = {
  npm: 'npx @loadout/cli',
  pnpm: 'pnpm exec loadout',
  yarn: 'yarn loadout',
  bun: 'bunx @loadout/cli',
};

/**
 * Returns the command as the person typed it. A package manager says so to all that it starts, such as another agent that calls an
 * installed loadout. Source: U1.
 */
export function ownName({
  npm_config_user_agent: manager = '',
  npm_lifecycle_script: started = 'loadout',
  npm_command,
}: Env): string {
  const [name = ''] = manager.split('/', 1);
  if (!/\bloadout\b/.test(started) || !Object.hasOwn(CALLS, name)) return 'loadout';
  return name === 'pnpm' && npm_command === undefined ? 'pnpm dlx @loadout/cli' : (CALLS[name] ?? 'loadout');
}

/** Matches a command in a sentence of our own: at its beginning, after a mark, or after a word that leads to it. No path has these. */
const COMMAND = /(^|[`(]|[:;.,] |\n|&& |\b(?:[Rr]un|with|then|or|[Uu]se|start|that|as|of|by|in) )loadout(?= [a-z<])/g;

/** A sentence of our own that names a command, such as `loadout trust`, with the command as the person called it. */
export const asCalled = (text: string, env: Env): string => text.replace(COMMAND, (_, before: string) => before + ownName(env));

/** Problems whose fixes name a command as the person called it. */
export const fixesAsCalled = <T extends { readonly fix?: string | undefined }>(problems: readonly T[], env: Env): readonly T[] =>
  problems.map((one) => fixAsCalled(one, env));

/** A problem whose fix names a command as the person called it. */
export const fixAsCalled = <T extends { readonly fix?: string | undefined }>(problem: T, env: Env): T =>
  problem.fix === undefined ? problem : { ...problem, fix: asCalled(problem.fix, env) };
