import { isLoadoutError, messageOf, type Position } from '@loadout/core';

export interface Problem {
  readonly code: string;
  readonly message: string;
  readonly fix?: string | undefined;
  readonly position?: Position | undefined;
}

/** Answers of the file system about a place that this user cannot use. They are no bug (F26). */
const UNUSABLE: ReadonlySet<unknown> = new Set(
  'EACCES EPERM ENOTDIR EISDIR ELOOP EROFS ENAMETOOLONG ENOSPC EDQUOT EMFILE ENFILE EIO'.split(' '),
);

/** Answers of a disk that takes no more, which name no path where a file is written through its descriptor. */
const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EIO']);

/** Any error as data. An unexpected error is reported as a bug of Loadout. */
export function problemOf(error: unknown): Problem {
  if (isLoadoutError(error)) return { code: error.code, message: error.message, fix: error.fix, position: error.position };
  const path = unusablePath(error);
  if (path !== undefined)
    return {
      code: 'FILE_UNUSABLE',
      message: `${path} cannot be read or written: ${messageOf(error)}.`,
      fix: 'See that each folder above it is a folder that you can read and write, and that the disk has room. LOADOUT_STATE_DIR names another place for what Loadout keeps.',
    };
  return {
    code: 'INTERNAL',
    message: `${messageOf(error).replace(/[.\s]*$/, '.')} This is a bug in Loadout.`,
    fix: 'Run it again with LOADOUT_DEBUG=1 and report what it prints.',
  };
}

function unusablePath(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  if (!UNUSABLE.has(code) || syscall?.startsWith('spawn') === true) return undefined;
  return path ?? (FULL.has(code) ? 'A file' : undefined);
}
