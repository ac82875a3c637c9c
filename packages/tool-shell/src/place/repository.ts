import { lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** A repository as git finds it from one of its folders. All paths are real ones. */
export interface Repository {
  /** The folder that holds `.git`. */
  readonly top: string;
  readonly gitDir: string;
  /** Where configuration, refs and objects lie: another folder than `gitDir` for a linked worktree. */
  readonly commonDir: string;
}

const MOST_FILE_BYTES = 4_096;

/** The repository that git finds by itself from a folder, which is a real path; `undefined` outside of every repository. */
export function repositoryOf(folder: string): Repository | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const found = exists(join(at, '.git')) ? repositoryAt(at) : undefined;
    if (found !== undefined) return found;
    if (at === dirname(at)) return undefined;
  }
}

/** The repository whose `.git` lies in this very folder; `undefined` where git would not take that for one. */
export function repositoryAt(top: string): Repository | undefined {
  try {
    const marker = join(top, '.git');
    const pointed = statSync(marker).isDirectory() ? marker : pointedTo(top, readSmall(marker));
    if (pointed === undefined) return undefined;
    const gitDir = realpathSync(pointed);
    const commonDir = commonDirOf(gitDir);
    return exists(join(gitDir, 'HEAD')) && exists(join(commonDir, 'objects')) ? { top, gitDir, commonDir } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whether the `.git` file of a linked worktree and the repository name each other. A `.git` file that an archive brings can
 * point anywhere; the way back it cannot write.
 */
export function isLinkedWorktree({ top, gitDir, commonDir }: Repository): boolean {
  try {
    if (dirname(gitDir) !== join(commonDir, 'worktrees')) return false;
    return realpathSync(dirname(resolve(gitDir, readSmall(join(gitDir, 'gitdir')).trim()))) === top;
  } catch {
    return false;
  }
}

/** Whether git takes the folder itself for a repository, as it does without any `.git`. */
export const looksBare = (folder: string): boolean =>
  exists(join(folder, 'HEAD')) &&
  ((exists(join(folder, 'objects')) && exists(join(folder, 'refs'))) || exists(join(folder, 'commondir')));

export const hasMarker = (folder: string): boolean => exists(join(folder, '.git'));

function pointedTo(top: string, text: string): string | undefined {
  const path = /^gitdir: (.+?)\s*$/.exec(text)?.[1];
  return path === undefined ? undefined : resolve(top, path);
}

function commonDirOf(gitDir: string): string {
  const file = join(gitDir, 'commondir');
  return exists(file) ? realpathSync(resolve(gitDir, readSmall(file).trim())) : gitDir;
}

function readSmall(path: string): string {
  const about = statSync(path);
  if (!about.isFile() || about.size > MOST_FILE_BYTES) throw new Error(`${path} is no small file`);
  return readFileSync(path, 'utf8');
}

function exists(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
