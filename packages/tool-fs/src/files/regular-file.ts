import { closeSync, constants, fstatSync, lstatSync, readSync, type Stats, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { type HeldFolder, type HoldOptions, holdFolder as hold, isMissing, unlessCode } from '@loadout/node';
import { errors } from '../errors.js';
import { nearestName } from './nearest-name.js';
import { attempt } from './path.js';

export interface OpenFile {
  readonly fd: number;
  readonly stats: Stats;
}

/**
 * Returns the stats of a real path, or `undefined` if nothing exists there. Throws for a directory and for files that must not be
 * opened.
 */
export function regularStats(path: string): Stats | undefined {
  return attempt(() => inFolder(path, (folder) => entryStats(folder, path)), { path, doing: 'read' });
}

/**
 * Does `work` on a regular file at a real path. The file is opened in its own folder without following a link, and without
 * blocking on a FIFO that took its place meanwhile.
 */
export function withFile<T>(path: string, work: (file: OpenFile) => T): T {
  const fd = attempt(() => inFolder(path, (folder) => openRegular(folder, path)), { path, doing: 'read' });
  if (fd === undefined) throw errors.FILE_NOT_FOUND({ path, nearest: nearestName(path) });
  const close = () => closeSync(fd);
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
}

/** Does `work` in the folder of a path; returns `undefined` if the folder or its entry is missing. */
function inFolder<T>(path: string, work: (folder: HeldFolder) => T): T | undefined {
  let folder: HeldFolder | undefined;
  try {
    folder = holdFolder(dirname(path));
    return work(folder);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  } finally {
    folder?.close();
  }
}

/**
 * Returns the stats of the last name of a path, inside an open folder. Contract: throws the system's error if the entry is
 * missing.
 */
export function entryStats(folder: HeldFolder, path: string): Stats {
  const stats = lstatSync(folder.at(basename(path)));
  if (stats.isSymbolicLink()) throw errors.FILE_PATH_MOVED({ path, problem: 'a link took its place' });
  assertRegular(path, stats);
  return stats;
}

function openRegular(folder: HeldFolder, path: string): number {
  // The kind is checked first, because opening a device can have effects.
  entryStats(folder, path);
  return folder.open(basename(path), { flags: constants.O_RDONLY | constants.O_NONBLOCK });
}

/** Reads into `buffer` from the descriptor's position until the buffer is full or the file ends. Returns the number of bytes. */
export function fill(fd: number, buffer: Uint8Array): number {
  let length = 0;
  while (length < buffer.length) {
    const count = readSync(fd, buffer, length, buffer.length - length, null);
    if (count === 0) break;
    length += count;
  }
  return length;
}

/** Returns the kind of a thing that is not a regular file; `undefined` for a regular file. */
export function kindOf(stats: Stats): string | undefined {
  if (stats.isFile()) return undefined;
  if (stats.isDirectory()) return 'directory';
  if (stats.isFIFO()) return 'FIFO';
  if (stats.isSocket()) return 'socket';
  return stats.isCharacterDevice() || stats.isBlockDevice() ? 'device' : 'special file';
}

export const statOrMissing = (path: string): Stats | undefined => unlessCode(() => statSync(path), 'ENOENT', 'ENOTDIR');

function assertRegular(path: string, stats: Stats): void {
  const kind = kindOf(stats);
  if (kind === 'directory') throw errors.FILE_IS_DIRECTORY({ path });
  if (kind !== undefined) throw errors.FILE_NOT_REGULAR({ path, kind });
}

export type { HeldFolder } from '@loadout/node';

/** The options of this package: a path that leads elsewhere by now is FILE_PATH_MOVED. */
const HOLDING: HoldOptions = { moved: ({ path, problem }) => errors.FILE_PATH_MOVED({ path, problem }) };

/** Holds the folder at a real path. Throws FILE_PATH_MOVED. */
export const holdFolder = (path: string): HeldFolder => hold(path, HOLDING);
