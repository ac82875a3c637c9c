import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsync,
  type Stats,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { unlessCode } from '@loadout/node';
import { renameFile } from '@loadout/node/platform';
import { errors } from '../errors.js';
import { holdParent } from './parent-folder.js';
import { accessError } from './path.js';
import { entryStats, type HeldFolder } from './regular-file.js';
import type { Temporaries } from './temporaries.js';

const flush = promisify(fsync);
const FRESH = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;

export interface NewContent {
  readonly bytes: Uint8Array;
  /** The file to replace, as the call saw it. The new file gets its mode and owner. */
  readonly existing: Stats | undefined;
  readonly createParents: boolean;
  readonly temporaries: Temporaries;
  readonly signal: AbortSignal;
}

/**
 * Replaces the file at a real path, or makes it, so that whoever looks sees the old content or the new, never a part: also
 * after kill -9. All of it happens in the folder that the path led to when it was decided upon. Gives back what stands there now.
 */
export async function atomicWrite(path: string, content: NewContent): Promise<Stats> {
  const folder = holdParent(path, content);
  const target = folder.at(basename(path));
  const { name, forget } = content.temporaries.announce(folder.path);
  try {
    // A rename asks nothing of the file that it replaces; one that may not be written to is left alone all the same.
    if (content.existing !== undefined) accessSync(target, constants.W_OK);
    const stats = await writeTemporary(folder, { name, content });
    if (content.signal.aborted) throw errors.FILE_CALL_CANCELLED({ path });
    assertAsLookedAt(folder, { path, existing: content.existing });
    folder.assertInPlace();
    renameFile(folder.at(name), target);
    return stats;
  } catch (error) {
    remove(folder.at(name));
    throw accessError(error, { path, doing: 'write' });
  } finally {
    forget();
    folder.close();
  }
}

async function writeTemporary(folder: HeldFolder, { name, content }: { name: string; content: NewContent }): Promise<Stats> {
  const { bytes, existing } = content;
  const fd = folder.open(name, { flags: FRESH, mode: existing === undefined ? 0o666 : 0o600 });
  try {
    for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
    if (existing !== undefined) keepOwnership(fd, existing);
    await flush(fd);
    return fstatSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Refuses to replace a file that changed after the call read it, for example while the new file was written. */
function assertAsLookedAt(folder: HeldFolder, { path, existing }: { path: string; existing: Stats | undefined }): void {
  const now = statsOrMissing(folder, path);
  if (existing === undefined) {
    if (now !== undefined) throw errors.FILE_NOT_READ({ path, partial: false });
    return;
  }
  const { ino, mtimeMs, size } = existing;
  if (now?.ino !== ino || now.mtimeMs !== mtimeMs || now.size !== size) throw errors.FILE_MODIFIED({ path });
}

const statsOrMissing = (folder: HeldFolder, path: string): Stats | undefined =>
  unlessCode(() => entryStats(folder, path), 'ENOENT', 'ENOTDIR');

function keepOwnership(fd: number, { uid, gid, mode }: Stats): void {
  try {
    if (uid !== process.getuid?.() || gid !== process.getgid?.()) fchownSync(fd, uid, gid);
    fchmodSync(fd, mode & 0o7777);
  } catch {
    // Only root may give a file away; the content matters more than its owner. It must not run as its new owner, though.
    fchmodSync(fd, mode & 0o777);
  }
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // The file was never made.
  }
}
