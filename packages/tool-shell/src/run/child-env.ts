/** Variables that make bash run, print or enter what is not in the command, or ripgrep run a program. */
const DROPPED = new Set([
  'BASH_ENV',
  'ENV',
  'SHELLOPTS',
  'BASHOPTS',
  'PS4',
  'BASH_XTRACEFD',
  'PROMPT_COMMAND',
  'RIPGREP_CONFIG_PATH',
  'CDPATH',
]);

/** The name under which every process of a run carries its run's id, so that all of them can be found. */
export const RUN_TAG = 'LOADOUT_RUN';

/**
 * The environment of one command. A run inside a run keeps the outer ids before its own: the outer one finds it too.
 * SHLVL is set because bash without it may take itself for a remote shell and read startup files.
 */
export function childEnv(
  given: Readonly<Record<string, string>>,
  add: { readonly env: Readonly<Record<string, string>>; readonly runId: string; readonly prelude: string },
): Record<string, string> {
  const kept = Object.entries({ ...given, ...add.env }).filter(([name]) => !DROPPED.has(name) && !name.startsWith('BASH_FUNC_'));
  const outer = given[RUN_TAG];
  return {
    ...Object.fromEntries(kept),
    SHLVL: '1',
    [RUN_TAG]: outer === undefined ? add.runId : `${outer}:${add.runId}`,
    BASH_ENV: add.prelude,
  };
}
