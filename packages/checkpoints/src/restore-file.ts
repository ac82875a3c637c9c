import { randomUUID } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsyncSync,
  lstatSync,
  renameSync,
  rmSync,
  type Stats,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { HeldFolder } from '@loadout/node';
import type { Was } from './checkpoint-index.js';
import { isCopyOf } from './copies.js';
import { countLines, type LineCounts } from './count-lines.js';
import { errors } from './errors.js';
import { holdFolder, holdOrMake } from './held-folder.js';
import { type Look, lookAtFile } from './look-at-file.js';

export interface RestoreJob {
  readonly was: Was;
  readonly copy: (sha256: string) => Buffer;
  readonly dryRun: boolean;
  /** In a dry run: the file would no longer exist by then. */
  readonly isGone?: boolean | undefined;
  /** Called before a temporary file is created. */
  readonly announce: (temporary: string) => void;
  /** Called with the contents of a file that is changed. */
  readonly show?: ((contents: Contents) => void) | undefined;
}

/** The contents of a file now and after it is restored. `undefined`: no file; `large`: too large to be read. */
export interface Contents {
  readonly now: Buffer | undefined | 'large';
  readonly earlier: Buffer | undefined;
}

/**
 * Restores a file. Returns the number of added and removed lines, or `undefined` if the file is already as it was. Throws,
 * without any change, if a link or a folder is in the file's place or the copy is missing.
 */
export function restoreFile(path: string, job: RestoreJob): LineCounts | undefined {
  const look: Look = job.isGone === true ? { kind: 'absent' } : lookAtFile(path);
  if (look.kind === 'other') throw errors.RESTORE_REFUSED({ path, what: `a ${look.what} stands in its place` });
  switch (job.was.kind) {
    case 'absent':
      return remove(path, { ...job, look });
    case 'not kept':
      if (look.kind === 'file' && look.stats.size === job.was.size && look.stats.mtimeMs === job.was.mtimeMs) return undefined;
      throw errors.RESTORE_REFUSED({ path, what: `with ${job.was.size} bytes it was too large to be kept` });
    case 'file':
      return putBack(path, { ...job, look, was: job.was });
  }
}

function remove(path: string, { look, dryRun, show }: Looked): LineCounts | undefined {
  if (look.kind !== 'file') return undefined;
  if (!dryRun)
    inFolder(holdFolder(dirname(path)), (folder) => {
      assertAsLookedAt(folder, { path, stats: look.stats });
      unlinkSync(folder.at(basename(path)));
    });
  show?.({ now: look.bytes ?? 'large', earlier: undefined });
  return countLines(look.bytes, undefined);
}

type Looked = RestoreJob & { readonly look: Look };
type PutBack = Looked & { readonly was: Extract<Was, { kind: 'file' }> };

function putBack(path: string, job: PutBack): LineCounts | undefined {
  const { look, was } = job;
  const now = look.kind === 'file' ? look : undefined;
  const isSame = now?.bytes !== undefined && now.bytes.length === was.size && isCopyOf(now.bytes, was.sha256);
  if (isSame && (now.stats.mode & 0o777) === was.mode) return undefined;
  const bytes = job.copy(was.sha256);
  if (!job.dryRun) write(path, { bytes, mode: was.mode, now: now?.stats, announce: job.announce });
  job.show?.({ now: now === undefined ? undefined : (now.bytes ?? 'large'), earlier: bytes });
  return now !== undefined && now.bytes === undefined ? { insertions: 0, deletions: 0 } : countLines(now?.bytes, bytes);
}

interface Write {
  readonly bytes: Uint8Array;
  readonly mode: number;
  /** The stats of the file that is replaced. */
  readonly now: Stats | undefined;
  readonly announce: (temporary: string) => void;
}

/** Writes the file atomically: a reader sees the old content or the new. No link is followed on the way. */
function write(path: string, { bytes, mode, now, announce }: Write): void {
  inFolder(holdOrMake(dirname(path)), (folder) => {
    const target = folder.at(basename(path));
    // Checks the permission explicitly, because a rename replaces even a file that may not be written to.
    if (now !== undefined) accessSync(target, constants.W_OK);
    const name = `.loadout-${randomUUID()}.tmp`;
    announce(join(dirname(path), name));
    try {
      writeTemporary(folder, { name, bytes, mode, now });
      assertAsLookedAt(folder, { path, stats: now });
      folder.assertInPlace();
      renameSync(folder.at(name), target);
    } catch (error) {
      rmSync(folder.at(name), { force: true });
      throw error;
    }
  });
}

function writeTemporary(
  folder: HeldFolder,
  file: { name: string; bytes: Uint8Array; mode: number; now: Stats | undefined },
): void {
  const { name, bytes, mode, now } = file;
  const fd = folder.open(name, { flags: constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, mode: 0o600 });
  try {
    for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
    keepOwner(fd, now);
    fchmodSync(fd, mode);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

function keepOwner(fd: number, now: Stats | undefined): void {
  if (now === undefined || (now.uid === process.getuid?.() && now.gid === process.getgid?.())) return;
  try {
    fchownSync(fd, now.uid, now.gid);
  } catch {
    // Only root may change an owner; restoring the content matters more.
  }
}

/** Throws if the file was changed, or became a link, since it was inspected. */
function assertAsLookedAt(
  folder: HeldFolder,
  { path, stats }: { readonly path: string; readonly stats: Stats | undefined },
): void {
  const now = lstatSync(folder.at(basename(path)), { throwIfNoEntry: false });
  if (now?.ino !== stats?.ino || now?.mtimeMs !== stats?.mtimeMs || now?.size !== stats?.size || now?.isFile() === false)
    throw errors.RESTORE_REFUSED({ path, what: 'it was changed by another process just now' });
}

function inFolder(folder: HeldFolder, work: (folder: HeldFolder) => void): void {
  try {
    work(folder);
  } finally {
    folder.close();
  }
}
