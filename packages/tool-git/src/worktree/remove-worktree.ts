import { setTimeout as pause } from 'node:timers/promises';
import { isLoadoutError } from '@loadout/core';
import type { Repository } from '../git/repository.js';
import { commitOf } from './make-worktree.js';

/** Removes the folder and its branch. Returns the commit of the branch, and the reason if the branch could not be removed. */
export async function removeWorktree(
  home: Repository,
  { path, branch, force }: { readonly path: string; readonly branch: string | undefined; readonly force: boolean },
): Promise<{ readonly tip: string | undefined; readonly branchKept: string | undefined }> {
  // Without force git looks once more, at the very moment.
  await home.git(['worktree', 'remove', ...(force ? ['--force'] : []), '--', path], { doing: `remove the working tree ${path}` });
  const tip = branch === undefined ? undefined : await commitOf(home, `refs/heads/${branch}`);
  if (branch === undefined || tip === undefined) return { tip, branchKept: undefined };
  return { tip, branchKept: await removeBranch(home, branch) };
}

/** Git locks a repository for each change; another one that is at it is waited for this often. */
const TRIES = 10;
const PAUSE_MS = 100;

/** Why it is still there, if it is. */
async function removeBranch(home: Repository, branch: string): Promise<string | undefined> {
  for (let tries = 1; ; tries++) {
    try {
      await home.git(['branch', '-D', '--', branch], { doing: `remove the branch ${branch}` });
      return undefined;
    } catch (error) {
      if (!isLoadoutError(error)) throw error;
      // Git may fail to record the removal although the branch itself is gone.
      if ((await commitOf(home, `refs/heads/${branch}`)) === undefined) return undefined;
      if (tries === TRIES || !/lock/i.test(error.message)) return error.message;
      await pause(PAUSE_MS);
    }
  }
}
