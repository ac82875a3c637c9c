import { type ChildExit, type ChildRequest, runChild } from './run-child.js';

/**
 * Options under which git runs no program that a repository names: no hook, monitor, pager, or transport for missing objects. Nothing is
 * written, not even the index. A folder that only looks like a repository does not count.
 */
const SAFE = [
  ...['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'safe.bareRepository=explicit'].flatMap((setting) => ['-c', setting]),
  ...['--no-optional-locks', '--no-pager'],
];
const SAFE_ENV = { LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0', GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none' };

/** Asks git about a repository that nobody trusts. No variable redirects it to another repository. Rejects if it cannot be started. */
export function safeGit(args: readonly string[], request: Omit<ChildRequest, 'file' | 'args'>): Promise<ChildExit> {
  const own = Object.fromEntries(Object.entries(request.env).filter(([name]) => !name.startsWith('GIT_')));
  return runChild({ ...request, file: 'git', args: [...SAFE, ...args], env: { ...own, ...SAFE_ENV } });
}
