import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The branch that is checked out at `cwd`, or `HEAD` if it is detached. `undefined` outside of a repository. */
export function gitBranch(cwd: string): string | undefined {
  try {
    const head = readFileSync(join(gitFolder(cwd), 'HEAD'), 'utf8').trim();
    const prefix = 'ref: refs/heads/';
    return head.startsWith(prefix) ? head.slice(prefix.length) : 'HEAD';
  } catch {
    return undefined;
  }
}

function gitFolder(cwd: string): string {
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const path = join(folder, '.git');
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat?.isDirectory()) return path;
    // In a worktree, `.git` is a file that names the folder.
    if (stat?.isFile())
      return resolve(
        folder,
        readFileSync(path, 'utf8')
          .replace(/^gitdir:\s*/, '')
          .trim(),
      );
    if (folder === dirname(folder)) throw new Error('There is no repository.');
  }
}
