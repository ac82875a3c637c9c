import { isLoadoutError, messageOf, type Position } from '@loadout/core';
import type { Io } from '../io.js';
import { placeText } from './decision.js';
import { printable } from './printable.js';
import { sideBySide } from './side-by-side.js';

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

/** Any error as data. An unexpected error is reported as a bug of Loadout. */
export function problemOf(error: unknown): Problem {
  if (isLoadoutError(error)) return { code: error.code, message: error.message, fix: error.fix, position: error.position };
  const path = unusablePath(error);
  if (path !== undefined)
    return {
      code: 'FILE_UNUSABLE',
      message: `${path} cannot be read or written: ${messageOf(error)}.`,
      fix: 'See that each folder above it is a folder that you can read and write. LOADOUT_STATE_DIR names another place for what Loadout keeps.',
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
  return UNUSABLE.has(code) && syscall?.startsWith('spawn') !== true ? path : undefined;
}

/** Prints `file:line:column  error CODE: message` and, on the next line, the fix. */
export function tellProblem(
  problem: Problem,
  io: Pick<Io, 'tell' | 'paint' | 'cwd' | 'isTerminal' | 'columns' | 'redact'>,
): void {
  const { code, message, fix, position } = problem;
  const place = position === undefined ? '' : `${printable(placeText(position, io.cwd))}  `;
  // A secret that is broken into two rows would no longer be found when it is written.
  const redact = io.redact ?? ((text: string) => text);
  const text = redact(printable(redact(message)));
  const lines = sideBySide(text.split('\n'), io.isTerminal ? io.columns : 0);
  io.tell(`${place}${io.paint('red', `error ${code}`)}: ${lines.join('\n')}\n`);
  if (fix !== undefined) io.tell(`Fix: ${printable(fix)}\n`);
}
