/** Variables that make bash run, print or enter more than the command says, or make ripgrep run a program. */
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
  // Variables that make git use another repository, read its words differently, or run another program than the rules checked.
  ...['GIT_DIR', 'GIT_WORK_TREE', 'GIT_COMMON_DIR', 'GIT_INDEX_FILE', 'GIT_OBJECT_DIRECTORY', 'GIT_ALTERNATE_OBJECT_DIRECTORIES'],
  ...[
    'GIT_NAMESPACE',
    'GIT_PREFIX',
    'GIT_CONFIG',
    'GIT_CONFIG_PARAMETERS',
    'GIT_EXEC_PATH',
    'GIT_TEMPLATE_DIR',
    'GIT_EXTERNAL_DIFF',
  ],
  ...[
    'GIT_LITERAL_PATHSPECS',
    'GIT_GLOB_PATHSPECS',
    'GIT_NOGLOB_PATHSPECS',
    'GIT_ICASE_PATHSPECS',
    'GIT_ATTR_SOURCE',
    'GIT_GRAFT_FILE',
  ],
  ...['GIT_SHALLOW_FILE', 'GIT_REPLACE_REF_BASE', 'GIT_PAGER_IN_USE', 'GIT_DIFF_OPTS'],
]);

/**
 * Configuration that overrides a repository's own, which could make git run a program, read another repository or wait for a
 * person. Some settings cannot be overridden here (filters, textconv, an external diff); the rules check them before a command is
 * decided.
 */
const GIT_OVERRIDES: readonly (readonly [string, string])[] = [
  ['safe.bareRepository', 'explicit'],
  ['core.fsmonitor', 'false'],
  ['core.pager', 'cat'],
  ['log.showSignature', 'false'],
  ['status.submoduleSummary', 'false'],
  ['diff.submodule', 'short'],
  // Git reads a submodule with the submodule's configuration, without these lines.
  ['diff.ignoreSubmodules', 'dirty'],
  ['diff.autoRefreshIndex', 'false'],
  ['protocol.ext.allow', 'never'],
  ['grep.fallbackToNoIndex', 'false'],
];

/**
 * Variables that make `git status` write no index, and make git wait for no person and no pager. They override settings of a
 * repository for single commands.
 */
const GIT_VARIABLES = { GIT_OPTIONAL_LOCKS: '0', GIT_PAGER: 'cat', GIT_TERMINAL_PROMPT: '0' };

/**
 * Editors that change nothing. No person sits at a command, and an editor such as vim would run the commands in its input:
 * `git commit <<< ':!x'`. git keeps its own text for `:` and starts nothing.
 */
const EDITORS = { EDITOR: 'true', VISUAL: 'true', GIT_EDITOR: ':', GIT_SEQUENCE_EDITOR: ':' };

/**
 * Returns the environment in which a command does what its analysis says, made of the given one. SHLVL is set because bash without
 * it may take itself for a remote shell and read startup files.
 */
export function commandEnv(given: Readonly<Record<string, string>>): Record<string, string> {
  const kept = Object.fromEntries(Object.entries(given).filter(([name]) => mayPass(name)));
  return { ...withGitOverrides(kept), ...EDITORS, SHLVL: '1' };
}

const mayPass = (name: string) => !DROPPED.has(name) && !/^(?:BASH_FUNC_|GIT_TRACE)/.test(name);

/**
 * Appends the overrides after existing ones, because git uses the last of two values. An invalid count is left for git to refuse.
 */
function withGitOverrides(env: Record<string, string>): Record<string, string> {
  const given = (env.GIT_CONFIG_COUNT ?? '').trim() || '0';
  if (!/^\d{1,4}$/.test(given)) return env;
  const first = Number(given);
  const pairs = GIT_OVERRIDES.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${first + index}`, key],
    [`GIT_CONFIG_VALUE_${first + index}`, value],
  ]);
  return { ...env, ...GIT_VARIABLES, ...Object.fromEntries(pairs), GIT_CONFIG_COUNT: String(first + GIT_OVERRIDES.length) };
}
