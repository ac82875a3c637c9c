import { randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsync,
  openSync,
  renameSync,
  type Stats,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { accessError } from './errno.js';

const flush = promisify(fsync);
const FRESH = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/**
 * Replaces a file, or makes it, so that whoever looks sees the old content or the new, never a part: also after kill -9.
 * `path` is a real path: a link there would be replaced, not followed. `existing` passes on its mode and owner.
 */
export async function atomicWrite(
  path: string,
  { bytes, existing }: { readonly bytes: Uint8Array; readonly existing: Stats | undefined },
): Promise<void> {
  const temporary = join(dirname(path), `.loadout-${randomUUID()}`);
  try {
    const fd = openSync(temporary, FRESH, existing === undefined ? 0o666 : 0o600);
    try {
      writeAll(fd, bytes);
      if (existing !== undefined) keepOwnership(fd, existing);
      await flush(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(temporary, path);
  } catch (error) {
    remove(temporary);
    throw accessError(error, { path, doing: 'write' });
  }
}

function writeAll(fd: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
}

function keepOwnership(fd: number, existing: Stats): void {
  try {
    if (existing.uid !== process.getuid?.() || existing.gid !== process.getgid?.()) fchownSync(fd, existing.uid, existing.gid);
  } catch {
    // Only root may give a file away; the content matters more than its owner.
  }
  fchmodSync(fd, existing.mode & 0o7777);
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It was never made.
  }
}
