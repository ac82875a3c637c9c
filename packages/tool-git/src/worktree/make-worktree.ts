import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isWithin, realPath } from '@loadout/node';
import { errors } from '../errors.js';
import type { Repository } from '../git/repository.js';
import { branchOf, folderOf } from './name.js';

export const isInRoots = (path: string, roots: readonly string[]) => roots.some((root) => isWithin(path, root));

export interface Place {
  readonly path: string;
  readonly branch: string;
  /** An ignore file that keeps worktrees out of `git add`; absent if the file already exists. */
  readonly ignoreFile: string | undefined;
}

/** Where a working tree of this name goes: below the top, or below the working directory where that is less than the repository. */
export function placeFor(
  name: string,
  { repository, roots, dir }: { readonly repository: Repository; readonly roots: readonly string[]; readonly dir: string },
): Place {
  const { top } = repository;
  const home = isInRoots(top, roots) ? top : (roots.find((root) => isInRoots(root, [top])) ?? top);
  const folder = realPath(join(home, dir));
  const path = realPath(join(folder, folderOf(name)));
  if (!isInRoots(path, roots)) throw errors.WORKTREE_OUTSIDE({ path, roots });
  const ignoreFile = isInRoots(folder, [top]) && folder !== top ? join(folder, '.gitignore') : undefined;
  return {
    path,
    branch: branchOf(name),
    ignoreFile: ignoreFile !== undefined && existsSync(ignoreFile) ? undefined : ignoreFile,
  };
}

/** Creates a worktree on a new branch at the current commit. Removes a half-made worktree if it fails. */
export async function makeWorktree(
  repository: Repository,
  { place, cleaning }: { readonly place: Place; readonly cleaning: Repository },
): Promise<{ readonly base: string }> {
  const { path, branch, ignoreFile } = place;
  const base = await commitOf(repository, 'HEAD');
  if (base === undefined) throw errors.GIT_NO_COMMIT({ path: repository.top });
  if (existsSync(path)) throw errors.WORKTREE_EXISTS({ what: `The folder ${path}`, path });
  if ((await commitOf(repository, `refs/heads/${branch}`)) !== undefined)
    throw errors.WORKTREE_EXISTS({ what: `The branch ${branch}`, path });
  mkdirSync(dirname(path), { recursive: true });
  if (ignoreFile !== undefined && !existsSync(ignoreFile)) writeFileSync(ignoreFile, '*\n', { flag: 'wx' });
  if (realPath(path) !== path) throw errors.WORKTREE_MOVED({ path, now: realPath(path) });
  try {
    await repository.git(['worktree', 'add', '-b', branch, '--', path, base], { doing: `make the working tree ${path}` });
  } catch (error) {
    await takeBack(cleaning, place);
    throw error;
  }
  return { base };
}

async function takeBack(repository: Repository, { path, branch }: Place): Promise<void> {
  const doing = 'remove the half-made working tree';
  await repository.git(['worktree', 'remove', '--force', '--', path], { doing }).catch(() => {});
  await repository.git(['branch', '-D', '--', branch], { doing }).catch(() => {});
}

export async function commitOf(repository: Repository, ref: string): Promise<string | undefined> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`];
  const { code, stdout } = await repository.git(args, { doing: `find ${ref}`, answers: [1, 128] });
  return code === 0 ? stdout.trim() : undefined;
}
