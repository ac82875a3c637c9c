import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { errors } from '../errors.js';
import { attempt, isMissing } from './errno.js';
import { nearestName } from './nearest-name.js';

export interface OpenFile {
  readonly fd: number;
  readonly stats: Stats;
}

/** What stands at a path, or `undefined` for nothing. Throws for a directory and for what must not be opened. */
export function regularStats(path: string): Stats | undefined {
  const stats = attempt(() => statOrMissing(path), { path, doing: 'read' });
  if (stats !== undefined) assertRegular(path, stats);
  return stats;
}

/** Does `work` on a regular file, opened so that not even a FIFO put in its place meanwhile can hang it. */
export function withFile<T>(path: string, work: (file: OpenFile) => T): T {
  if (regularStats(path) === undefined) throw errors.FILE_NOT_FOUND({ path, nearest: nearestName(path) });
  const fd = attempt(() => openSync(path, constants.O_RDONLY | constants.O_NONBLOCK), { path, doing: 'read' });
  let result: T | undefined;
  try {
    const stats = fstatSync(fd);
    assertRegular(path, stats);
    result = attempt(() => work({ fd, stats }), { path, doing: 'read' });
    return result;
  } finally {
    if (result instanceof Promise) result.then(close, close);
    else close();
  }
  function close() {
    closeSync(fd);
  }
}

/** Reads into `buffer` from the descriptor's position until it is full or the file ends; gives back how many bytes came. */
export function fill(fd: number, buffer: Uint8Array): number {
  let length = 0;
  while (length < buffer.length) {
    const count = readSync(fd, buffer, length, buffer.length - length, null);
    if (count === 0) break;
    length += count;
  }
  return length;
}

/** Why a thing is not a regular file, in one word; `undefined` for one that is. */
export function kindOf(stats: Stats): string | undefined {
  if (stats.isFile()) return undefined;
  if (stats.isDirectory()) return 'directory';
  if (stats.isFIFO()) return 'FIFO';
  if (stats.isSocket()) return 'socket';
  return stats.isCharacterDevice() || stats.isBlockDevice() ? 'device' : 'special file';
}

export function statOrMissing(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function assertRegular(path: string, stats: Stats): void {
  const kind = kindOf(stats);
  if (kind === 'directory') throw errors.FILE_IS_DIRECTORY({ path });
  if (kind !== undefined) throw errors.FILE_NOT_REGULAR({ path, kind });
}
