import { promisify } from 'node:util';

/** The worktrees of the repository that contains `dir`. Empty outside of a repository, or without git. */
export async function worktreesOf(dir: string): Promise<readonly string[]> {
  try {
    const [{ execFile }, { searchPath }] = await Promise.all([import('node:child_process'), import('@loadout/runner')]);
    // A repository's own settings can name programs. Listing its sessions must not run them.
    const args = ['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=', 'worktree', 'list', '--porcelain'];
    const env = { ...process.env, PATH: searchPath(process.env.PATH ?? '', dir).machine };
    const { stdout } = await promisify(execFile)('git', args, { cwd: dir, env, timeout: 5000, windowsHide: true });
    const start = 'worktree ';
    return stdout
      .split('\n')
      .filter((line) => line.startsWith(start))
      .map((line) => line.slice(start.length).normalize('NFC'));
  } catch {
    return [];
  }
}
