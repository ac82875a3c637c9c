import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The branch of the work tree around a folder, or the beginning of a commit. `undefined` outside of one. Starts no program. */
export function branchOf(folder: string): string | undefined {
  try {
    const git = gitFolder(folder);
    if (git === undefined) return undefined;
    const head = readFileSync(join(git, 'HEAD'), 'utf8').trim();
    return head.startsWith('ref: refs/heads/') ? head.slice('ref: refs/heads/'.length) : head.slice(0, 8);
  } catch {
    return undefined;
  }
}

function gitFolder(folder: string): string | undefined {
  for (let dir = folder; ; dir = dirname(dir)) {
    const path = join(dir, '.git');
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isDirectory() === true) return path;
    // A work tree beside the repository has a file that names the folder.
    if (found?.isFile() === true)
      return resolve(
        dir,
        readFileSync(path, 'utf8')
          .replace(/^gitdir: /, '')
          .trim(),
      );
    if (dir === dirname(dir)) return undefined;
  }
}
