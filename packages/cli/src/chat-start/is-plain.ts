/** Variables that ask for text that is never drawn again. The last two are those of screen readers and of programs for them. */
const ASKING = ['LOADOUT_PLAIN', 'ACCESSIBILITY', 'INK_SCREEN_READER'];

/** Whether a person wants the chat without a program that draws. */
export const isPlain = (
  flags: { readonly plain?: boolean | undefined },
  env: Readonly<Record<string, string | undefined>>,
): boolean => flags.plain === true || env.TERM === 'dumb' || ASKING.some((name) => isSet(env[name]));

const isSet = (value: string | undefined) => value !== undefined && value !== '' && value !== '0' && value !== 'false';
