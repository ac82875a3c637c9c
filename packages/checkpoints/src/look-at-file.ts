import { closeSync, constants, fstatSync, lstatSync, readSync, type Stats } from 'node:fs';
import { basename, dirname } from 'node:path';
import { type HeldFolder, unlessCode } from '@loadout/node';
import { holdFolder } from './held-folder.js';

/** The state of a path. `bytes` are omitted above the size bound. `other` names in one word a thing that is not a regular file. */
export type Look =
  | { readonly kind: 'absent' }
  | { readonly kind: 'file'; readonly stats: Stats; readonly bytes: Buffer | undefined }
  | { readonly kind: 'other'; readonly what: string };

/** The size above which a file is neither copied nor compared. */
const MOST_BYTES = 50 * 1024 * 1024;

/** Inspects a path without following a link. Throws the system's error on failure. */
export function lookAtFile(path: string): Look {
  const folder = folderOf(path);
  if (folder === undefined) return { kind: 'absent' };
  try {
    const stats = lstatSync(folder.at(basename(path)), { throwIfNoEntry: false });
    if (stats === undefined) return { kind: 'absent' };
    if (!stats.isFile()) return { kind: 'other', what: kindOf(stats) };
    return readFrom(folder, path);
  } finally {
    folder.close();
  }
}

const folderOf = (path: string): HeldFolder | undefined => unlessCode(() => holdFolder(dirname(path)), 'ENOENT', 'ENOTDIR');

function readFrom(folder: HeldFolder, path: string): Look {
  const fd = folder.open(basename(path), { flags: constants.O_RDONLY | constants.O_NONBLOCK });
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile()) return { kind: 'other', what: kindOf(stats) };
    return { kind: 'file', stats, bytes: stats.size > MOST_BYTES ? undefined : readWhole(fd, stats.size) };
  } finally {
    closeSync(fd);
  }
}

function readWhole(fd: number, size: number): Buffer {
  const buffer = Buffer.allocUnsafe(size);
  let length = 0;
  while (length < size) {
    const count = readSync(fd, buffer, length, size - length, null);
    if (count === 0) break;
    length += count;
  }
  return buffer.subarray(0, length);
}

function kindOf(stats: Stats): string {
  if (stats.isSymbolicLink()) return 'symbolic link';
  return stats.isDirectory() ? 'folder' : 'special file';
}
