import { spawnSync } from 'node:child_process';

export interface NamesQuery {
  /** The words of a git command that prints names and runs nothing, as `git-words` builds them. */
  readonly words: readonly string[];
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

const MOST_MS = 1_000;
const MOST_BYTES = 4 * 1024 * 1024;

/**
 * The files whose contents a command would show, from a git call that prints their names alone; `undefined` if git does not
 * answer in time. Only for a repository whose configuration starts no program.
 */
export function namesShown({ words, folder, env }: NamesQuery): readonly string[] | undefined {
  const { status, stdout } = spawnSync('git', ['--no-pager', '--literal-pathspecs', ...words], {
    cwd: folder,
    env: { ...env },
    encoding: 'utf8',
    timeout: MOST_MS,
    maxBuffer: MOST_BYTES,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return status === 0
    ? [...new Set(stdout.split('\0').map((name) => name.replace(/^\n+/, '')))].filter((name) => name !== '')
    : undefined;
}
