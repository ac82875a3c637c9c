import { existsSync, mkdirSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';

/** Whether an error is one of the system with one of these codes. */
export const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));

/** Whether an error says that a path does not exist, also because a part of it is a file. */
export const isMissing = (error: unknown): boolean => hasCode(error, 'ENOENT', 'ENOTDIR');

/** Returns what the call returns; `undefined` if the system answers with one of these codes. */
export function unlessCode<T>(call: () => T, ...codes: readonly [string, ...string[]]): T | undefined {
  try {
    return call();
  } catch (error) {
    if (hasCode(error, ...codes)) return undefined;
    throw error;
  }
}

/** Whether a path is a folder or below it, by the texts of the two. */
export const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

const MOST_LINKS = 40;

/**
 * Returns the real path. Links are followed through the deepest existing part, also links that lead to a missing path, and the
 * missing rest is appended. Throws the system's error if it denies access, and ELOOP for too many links.
 */
export function realPath(path: string, linksLeft = MOST_LINKS): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  const parent = dirname(path);
  if (parent === path) return path;
  const realParent = realPath(parent, linksLeft);
  const entry = join(realParent, basename(path));
  const target = linkTarget(entry);
  if (target === undefined) return entry;
  if (linksLeft === 0) throw Object.assign(new Error(`it leads through more than ${MOST_LINKS} links`), { code: 'ELOOP' });
  return realPath(resolve(realParent, target), linksLeft - 1);
}

function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

/** Returns the real path, or the path as it is written if the system does not tell. */
export function realOrWritten(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

/**
 * Makes a folder, and those above it that are missing, for this user alone unless a mode is given. Throws the system's error. A recursive
 * `mkdir` of Node 20 never returns below /proc, where the system says of each new folder that its parent is missing.
 */
export function makeFolder(folder: string, mode = 0o700): void {
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    if (hasCode(error, 'EEXIST') && existsSync(`${folder}/.`)) return;
    const parent = dirname(folder);
    if (!hasCode(error, 'ENOENT') || parent === folder || existsSync(parent)) throw error;
    makeFolder(parent, mode);
    makeFolder(folder, mode);
  }
}
