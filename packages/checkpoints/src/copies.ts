import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '@loadout/node';
import { errors } from './errors.js';

const folderIn = (dir: string) => join(dir, 'content');
const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Stores the bytes once, under their hash, atomically. Returns the hash. */
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

/** Reads a copy. Throws COPY_LOST if the copy is missing or its content has changed. */
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

/** Removes all other copies, including leftovers of a process that was killed while writing one. */
export function sweepCopies(dir: string, keep: ReadonlySet<string>): void {
  const folder = folderIn(dir);
  for (const name of readdirSync(folder)) if (!keep.has(name)) rmSync(join(folder, name), { force: true });
}
