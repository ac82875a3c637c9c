import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { beginningOf } from './beginning-of.js';

const BRANCH = 'ref: refs/heads/';

/** The branch of the work tree around a folder, or the commit if none is checked out. `undefined` outside of one. Starts no program. */
export function gitHead(folder: string): { readonly branch?: string; readonly commit?: string } | undefined {
  try {
    const head = beginningOf(join(gitFolder(resolve(folder)), 'HEAD')).trim();
    if (head.startsWith(BRANCH)) return { branch: head.slice(BRANCH.length) };
    return /^[0-9a-f]+$/.test(head) ? { commit: head } : undefined;
  } catch {
    return undefined;
  }
}

function gitFolder(folder: string): string {
  const path = join(folder, '.git');
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return path;
  // A work tree beside the repository has a file that names the folder.
  if (found?.isFile() === true)
    return resolve(
      folder,
      beginningOf(path)
        .replace(/^gitdir:/, '')
        .trim(),
    );
  if (folder === dirname(folder)) throw new Error('There is no work tree.');
  return gitFolder(dirname(folder));
}
