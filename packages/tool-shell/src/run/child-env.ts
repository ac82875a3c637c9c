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

/** Configuration of a repository that makes `git status`, `git diff` or `git log` run a program. */
const GIT_OVERRIDES: readonly (readonly [string, string])[] = [
  ['core.fsmonitor', 'false'],
  ['core.pager', 'cat'],
  ['log.showSignature', 'false'],
];

/** The name under which every process of a run carries its run's id, so that all of them can be found. */
export const RUN_TAG = 'LOADOUT_RUN';

type Variables = Readonly<Record<string, string>>;

export interface ChildEnvOptions {
  /** The plugin's own; they win over what is given. */
  readonly env: Variables;
  /** Parts of the tag, from the outermost on. The last is the run's own id. */
  readonly tag: readonly string[];
  /** Read by bash before the command. */
  readonly prelude?: string | undefined;
}

/**
 * The environment of one command. A run inside a run keeps the outer ids before its own: the outer one finds it too.
 * SHLVL is set because bash without it may take itself for a remote shell and read startup files.
 */
export function childEnv(given: Variables, { env, tag, prelude }: ChildEnvOptions): Record<string, string> {
  const kept = Object.fromEntries(Object.entries({ ...given, ...env }).filter(([name]) => mayPass(name)));
  return {
    ...withGitOverrides(kept),
    SHLVL: '1',
    [RUN_TAG]: tag.join(':'),
    ...(prelude === undefined ? {} : { BASH_ENV: prelude }),
  };
}

const mayPass = (name: string) => !DROPPED.has(name) && !name.startsWith('BASH_FUNC_');

/** Behind what is there already: git takes the last of two values. A count that git would refuse is left for git to refuse. */
function withGitOverrides(env: Record<string, string>): Record<string, string> {
  const given = env.GIT_CONFIG_COUNT ?? '0';
  if (!/^\d{1,4}$/.test(given)) return env;
  const first = Number(given);
  const pairs = GIT_OVERRIDES.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${first + index}`, key],
    [`GIT_CONFIG_VALUE_${first + index}`, value],
  ]);
  return { ...env, ...Object.fromEntries(pairs), GIT_CONFIG_COUNT: String(first + GIT_OVERRIDES.length) };
}
