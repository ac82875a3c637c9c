import { spawnSync } from 'node:child_process';

export interface NamesQuery {
  /** Words of a command of git that prints names and runs nothing, as `git-words` makes them. */
  readonly words: readonly string[];
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

const MOST_MS = 1_000;
const MOST_BYTES = 4 * 1024 * 1024;

/**
 * The files of which a command would show contents, by asking git for their names alone; `undefined` where git does not tell
 * in time. Only for a repository whose configuration starts no program.
 */
export function namesShown({ words, folder, env }: NamesQuery): readonly string[] | undefined {
  const { status, stdout } = spawnSync('git', ['--no-pager', '--literal-pathspecs', ...words], {
    cwd: folder,
    env,
    encoding: 'utf8',
    timeout: MOST_MS,
    maxBuffer: MOST_BYTES,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return status === 0
    ? [...new Set(stdout.split('\0').map((name) => name.replace(/^\n+/, '')))].filter((name) => name !== '')
    : undefined;
}
