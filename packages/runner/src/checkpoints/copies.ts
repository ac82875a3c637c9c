import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errors } from '../report/errors.js';
import { makeFolder } from '../session/session-store.js';

const folderIn = (dir: string) => join(dir, 'content');
const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Keeps the bytes once, under their hash; whole or not at all. Gives back the hash. */
export function keepCopy(dir: string, bytes: Uint8Array): string {
  const sha256 = sha256Of(bytes);
  const folder = folderIn(dir);
  const file = join(folder, sha256);
  if (statSync(file, { throwIfNoEntry: false })?.size === bytes.length) return sha256;
  makeFolder(folder);
  const temporary = join(folder, `${randomUUID()}.new`);
  try {
    writeFileSync(temporary, bytes, { mode: 0o600, flag: 'wx' });
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  return sha256;
}

/** Throws COPY_LOST for one that is gone, or is no longer what was kept. */
export function readCopy(dir: string, sha256: string): Buffer {
  const file = join(folderIn(dir), sha256);
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (cause) {
    throw errors.COPY_LOST({ file, problem: 'cannot be read' }, { cause });
  }
  if (!isCopyOf(bytes, sha256)) throw errors.COPY_LOST({ file, problem: 'is damaged' });
  return bytes;
}

export const isCopyOf = (bytes: Uint8Array, sha256: string): boolean => sha256Of(bytes) === sha256;

/** Removes all copies but these, also what a process left that was killed while it made one. */
export function sweepCopies(dir: string, keep: ReadonlySet<string>): void {
  const folder = folderIn(dir);
  for (const name of readdirSync(folder)) if (!keep.has(name)) rmSync(join(folder, name), { force: true });
}
