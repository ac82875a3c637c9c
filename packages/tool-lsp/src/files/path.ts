import { readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { errors } from '../errors.js';
import { isInside } from '../languages/trusted-programs.js';

/** Why a path of an input cannot be used at all. */
export function pathProblem(path: string | undefined): string | undefined {
  const problem = path === '' ? 'it is empty' : path?.includes('\0') ? 'it contains a null byte' : undefined;
  return path === undefined || problem === undefined ? undefined : errors.LSP_PATH_INVALID({ path, problem }).message;
}

const MOST_LINKS = 40;

/** Where a path really leads: links followed, also those that lead to nothing yet, and the missing rest appended. */
export function realPath(path: string, linksLeft = MOST_LINKS): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (!isMissing(error)) throw errors.LSP_PATH_INVALID({ path, problem: (error as Error).message }, { cause: error });
  }
  const parent = dirname(path);
  if (parent === path) return path;
  const realParent = realPath(parent, linksLeft);
  const entry = join(realParent, basename(path));
  const target = linkTarget(entry);
  if (target === undefined) return entry;
  if (linksLeft === 0) throw errors.LSP_PATH_INVALID({ path, problem: `it leads through more than ${MOST_LINKS} links` });
  return realPath(resolve(realParent, target), linksLeft - 1);
}

export const locate = (path: string, { cwd }: { readonly cwd: string }) => realPath(resolve(cwd, path));

/** The innermost working directory around a path; servers work on that folder. Throws LSP_OUTSIDE. */
export function rootOf(path: string, roots: readonly string[]): string {
  const [innermost] = roots.filter((root) => isInside(path, [root])).sort((a, b) => b.length - a.length);
  if (innermost === undefined) throw errors.LSP_OUTSIDE({ path, roots });
  return innermost;
}

function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
