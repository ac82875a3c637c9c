import { readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { errors } from '../errors.js';
import { isMissing } from './errno.js';
import { pathThere } from './look-alike.js';

/** Returns the reason that a path of an input cannot be used, as a sentence for the model. Fits `validateInput`. */
export function pathProblem(
  path: string | undefined,
  options: { readonly cwd: string; readonly requireAbsolute: boolean },
): string | undefined {
  if (path === undefined) return undefined;
  const problem =
    path === ''
      ? 'it is empty'
      : path.includes('\0')
        ? 'it contains a null byte'
        : options.requireAbsolute && !isAbsolute(path)
          ? `it is relative and this agent requires absolute paths, here ${resolve(options.cwd, path)}`
          : undefined;
  return problem === undefined ? undefined : errors.FILE_PATH_INVALID({ path, problem }).message;
}

const MOST_LINKS = 40;

/**
 * Returns the real path. Links are followed through the deepest existing part, also links that lead to a missing path, and the
 * missing rest is appended. Throws if the system denies access.
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
  const target = linkTarget(join(realParent, basename(path)));
  if (target === undefined) return join(realParent, basename(path));
  if (linksLeft === 0) throw errors.FILE_PATH_INVALID({ path, problem: `it leads through more than ${MOST_LINKS} links` });
  return realPath(resolve(realParent, target), linksLeft - 1);
}

/** Returns the real path of an input path. */
export function locate(path: string, context: { readonly cwd: string }): string {
  return realPath(resolve(context.cwd, path));
}

/** Returns the real path of what an input path means, also if a name on the way only looks like the one given. */
export function locateThere(path: string, context: { readonly cwd: string }): string {
  const asked = resolve(context.cwd, path);
  try {
    return realpathSync.native(asked);
  } catch (error) {
    if (!isMissing(error)) throw error;
    return realPath(pathThere(asked));
  }
}

function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
