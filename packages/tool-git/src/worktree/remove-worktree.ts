import { isLoadoutError } from '@loadout/core';
import type { Repository } from '../git/repository.js';
import { commitOf } from './make-worktree.js';

/** Removes the folder and its branch; gives back what the branch pointed to, and why it is still there if it is. */
export async function removeWorktree(
  home: Repository,
  { path, branch, force }: { readonly path: string; readonly branch: string | undefined; readonly force: boolean },
): Promise<{ readonly tip: string | undefined; readonly branchKept: string | undefined }> {
  // Without force git looks once more, at the very moment.
  await home.git(['worktree', 'remove', ...(force ? ['--force'] : []), '--', path], { doing: `remove the working tree ${path}` });
  const tip = branch === undefined ? undefined : await commitOf(home, `refs/heads/${branch}`);
  if (branch === undefined || tip === undefined) return { tip, branchKept: undefined };
  try {
    await home.git(['branch', '-D', '--', branch], { doing: `remove the branch ${branch}` });
    return { tip, branchKept: undefined };
  } catch (error) {
    if (!isLoadoutError(error)) throw error;
    return { tip, branchKept: error.message };
  }
}
