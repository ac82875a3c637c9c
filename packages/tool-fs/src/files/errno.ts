import { isLoadoutError } from '@loadout/core';
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

export const hasCode = (error: unknown, code: string) => errnoOf(error) === code;

/** Whether the path does not exist, also because a parent is a file. */
export function isMissing(error: unknown): boolean {
  const code = errnoOf(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
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
