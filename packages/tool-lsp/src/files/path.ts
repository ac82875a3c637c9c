import { resolve } from 'node:path';
import { messageOf } from '@loadout/core';
import { realPath as real } from '@loadout/node';
import { errors } from '../errors.js';
import { isInside } from '../languages/trusted-programs.js';

/** Why a path of an input cannot be used at all. */
export function pathProblem(path: string | undefined): string | undefined {
  const problem = path === '' ? 'it is empty' : path?.includes('\0') ? 'it contains a null byte' : undefined;
  return path === undefined || problem === undefined ? undefined : errors.LSP_PATH_INVALID({ path, problem }).message;
}

/** Where a path really leads: links followed, also those that lead to nothing yet, and the missing rest appended. */
export function realPath(path: string): string {
  try {
    return real(path);
  } catch (cause) {
    throw errors.LSP_PATH_INVALID({ path, problem: messageOf(cause) }, { cause });
  }
}

export const locate = (path: string, { cwd }: { readonly cwd: string }) => realPath(resolve(cwd, path));

/** The innermost working directory around a path; servers work on that folder. Throws LSP_OUTSIDE. */
export function rootOf(path: string, roots: readonly string[]): string {
  const [innermost] = roots.filter((root) => isInside(path, [root])).sort((a, b) => b.length - a.length);
  if (innermost === undefined) throw errors.LSP_OUTSIDE({ path, roots });
  return innermost;
}
