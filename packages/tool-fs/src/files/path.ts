/** Paths on the disk: what an input means, what is there, and why the system refuses it. */

import { lstatSync, readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { isLoadoutError } from '@loadout/core';
import { isMissing, realPath } from '@loadout/node';
import { nameProblem } from '@loadout/node/platform';
import { errors } from '../errors.js';

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  ENOENT: 'no such file or directory',
  ENOTDIR: 'a part of the path is not a directory',
  EISDIR: 'it is a directory',
  ENOSPC: 'no space left on the device',
  EROFS: 'the file system is read-only',
  ELOOP: 'too many symbolic links',
  ENAMETOOLONG: 'the name is too long',
  EMFILE: 'too many open files',
};

function errnoOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Runs `work`. A system error becomes an error that names the attempt, the path and the reason. */
export function attempt<T>(work: () => T, what: { readonly path: string; readonly doing: string }): T {
  try {
    return work();
  } catch (error) {
    throw accessError(error, what);
  }
}

export function accessError(error: unknown, what: { readonly path: string; readonly doing: string }): unknown {
  const code = errnoOf(error);
  if (isLoadoutError(error) || code === undefined) return error;
  const known = REASONS[code];
  const reason = known === undefined ? (error as Error).message : `${known} (${code})`;
  return errors.FILE_ACCESS_FAILED({ ...what, reason }, { cause: error });
}

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
          : nameProblem(path);
  return problem === undefined ? undefined : errors.FILE_PATH_INVALID({ path, problem }).message;
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

const BLANKS = '\\u00a0\\u2000-\\u200a\\u202f\\u205f\\u3000';
const BLANK = new RegExp(`[${BLANKS}]`, 'g');
const UNLIKE_TYPED = new RegExp(`[${BLANKS}\\u02bc\\u2018\\u2019\\u201c\\u201d]|\\p{M}`, 'gu');

/** The characters that have others of the same look. Without one, no folder is listed for a name. */
const MAY_LOOK_ALIKE = /[ '"]|[^ -~]/;

/** Returns one spelling for all names that look the same: composed letters, plain blanks and straight quotes. */
export function plainForm(name: string): string {
  if (!/[^ -~]/.test(name)) return name;
  return name
    .normalize('NFC')
    .replace(BLANK, ' ')
    .replace(/[\u02bc\u2018\u2019]/g, "'")
    .replace(/[\u201c\u201d]/g, '"');
}

/** Shows the characters by which a name differs from one that looks the same. */
export const spelled = (path: string) =>
  path.replace(UNLIKE_TYPED, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Whether two different paths look the same. */
export const looksLike = (path: string, other: string) => path !== other && plainForm(path) === plainForm(other);

/**
 * Returns the path of what is there. Where a name of the path is missing and exactly one entry of its folder looks the same, that
 * entry is meant: a screenshot of macOS has a narrow blank in its name, and its names have decomposed letters.
 */
export function pathThere(path: string): string {
  if (exists(path)) return path;
  const parent = dirname(path);
  if (parent === path) return path;
  const folder = pathThere(parent);
  const wanted = basename(path);
  if (!MAY_LOOK_ALIKE.test(wanted)) return join(folder, wanted);
  const plain = plainForm(wanted);
  const names = namesIn(folder);
  if (names.includes(wanted)) return join(folder, wanted);
  const [name, second] = names.filter((one) => plainForm(one) === plain);
  return join(folder, name === undefined || second !== undefined ? wanted : name);
}

function exists(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch (error) {
    return !isMissing(error);
  }
}

/** Returns the names in a folder; none if it cannot be listed. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
