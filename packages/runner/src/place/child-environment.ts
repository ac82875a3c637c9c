import { searchPath } from './search-path.js';

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
