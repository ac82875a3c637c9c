import { lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** A repository as git finds it from one of its folders. All paths are real ones. */
export interface Repository {
  /** The folder that contains `.git`. */
  readonly top: string;
  readonly gitDir: string;
  /** The folder of configuration, refs and objects. A linked worktree has another `gitDir`. */
  readonly commonDir: string;
}

const MOST_FILE_BYTES = 4_096;

/** The repository that git finds from a folder, which is a real path; `undefined` outside of every repository. */
export function repositoryOf(folder: string): Repository | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const found = exists(join(at, '.git')) ? repositoryAt(at) : undefined;
    if (found !== undefined) return found;
    if (at === dirname(at)) return undefined;
  }
}

/** The repository whose `.git` is directly in this folder; `undefined` if git would not accept the `.git`. */
export function repositoryAt(top: string): Repository | undefined {
  try {
    const marker = join(top, '.git');
    const pointed = statSync(marker).isDirectory() ? marker : pointedTo(top, readSmall(marker));
    if (pointed === undefined) return undefined;
    const gitDir = realpathSync.native(pointed);
    const commonDir = commonDirOf(gitDir);
    return exists(join(gitDir, 'HEAD')) && exists(join(commonDir, 'objects')) ? { top, gitDir, commonDir } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whether the `.git` file of a linked worktree and the repository name each other. A `.git` file from an archive can point
 * anywhere, but the archive cannot write the way back.
 */
export function isLinkedWorktree({ top, gitDir, commonDir }: Repository): boolean {
  try {
    if (dirname(gitDir) !== join(commonDir, 'worktrees')) return false;
    return realpathSync.native(dirname(resolve(gitDir, readSmall(join(gitDir, 'gitdir')).trim()))) === top;
  } catch {
    return false;
  }
}

/** Whether git accepts the folder itself as a repository, as it does without any `.git`. */
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
  return exists(file) ? realpathSync.native(resolve(gitDir, readSmall(file).trim())) : gitDir;
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
