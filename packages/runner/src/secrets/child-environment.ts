import { delimiter, isAbsolute, join, relative, sep } from 'node:path';

/**
 * The variables that child processes get from this process's environment. Keys and tokens are not on the list, whatever their
 * names.
 */
const PASSED = new Set([
  'HOME',
  'LOGNAME',
  'PATH',
  'SHELL',
  'TERM',
  'COLORTERM',
  'USER',
  'LANG',
  'LANGUAGE',
  'TZ',
  'TMPDIR',
  'TEMP',
  'TMP',
  'CI',
  'NO_COLOR',
  'SystemRoot',
  'PATHEXT',
  'ComSpec',
  // The tag by which an outer run finds the processes that it must end.
  'LOADOUT_RUN',
  // The name of the program that started everything, for programs that ask under whose name they run. Source: CLI-06.
  'LOADOUT_ENTRYPOINT',
  'LOADOUT_SDK_VERSION',
  'CLAUDE_CODE_ENTRYPOINT',
  'CLAUDE_AGENT_SDK_VERSION',
]);

/** Programs of the machine come before those that the project brings, so that no name that is known means another program. */
export function childEnvironment(env: Readonly<Record<string, string | undefined>>, workspace: string): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && (PASSED.has(name) || name.startsWith('LC_') || name.startsWith('XDG_'))) result[name] = value;
  }
  if (result.PATH !== undefined) result.PATH = searchPath(result.PATH, workspace).whole;
  return result;
}

/** The variables by which scripts tell that Claude Code runs them, and in which session. */
export const claudeVariables = (sessionId: string) => ({ CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: sessionId });

/**
 * The folders of a PATH that hold programs of the machine, and those that a repository can fill. `npx` and `npm run` put
 * `node_modules/.bin` of the project first, where a clone may bring its own `git` or `ls`.
 */
export function searchPath(path: string, workspace: string): { readonly machine: string; readonly whole: string } {
  const folders = path.split(delimiter).filter((folder) => folder !== '');
  const machine = folders.filter((folder) => !isOfProject(folder, workspace)).join(delimiter);
  const project = folders.filter((folder) => isOfProject(folder, workspace));
  return { machine, whole: [...(machine === '' ? [] : [machine]), ...project].join(delimiter) };
}

function isOfProject(folder: string, workspace: string): boolean {
  if (!isAbsolute(folder) || join(folder, sep).endsWith(join(sep, 'node_modules', '.bin', sep))) return true;
  const way = relative(workspace, folder);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
