import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from 'node:fs';
import { MOST_FILE_BYTES } from './list-files.js';

export interface ReadText {
  readonly text: string;
  readonly size: number;
  readonly mtimeMs: number;
  readonly hash: string;
}

/** Reads a file of text. `undefined` for what is none, is too large or gone, or is reached by a link now. */
export function readTextFile(path: string): ReadText | undefined {
  let descriptor: number;
  try {
    if (realpathSync.native(path) !== path) return undefined;
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
  try {
    const stat = fstatSync(descriptor);
    const { size, mtimeMs } = stat;
    // Only a file of a bounded size was listed; another one took its place.
    if (!stat.isFile() || size > MOST_FILE_BYTES) return undefined;
    const bytes = readFileSync(descriptor);
    // A byte 0 is in no text, and in most other files.
    if (bytes.subarray(0, 8192).includes(0)) return { text: '', size, mtimeMs, hash: hashOf(bytes) };
    return { text: bytes.toString('utf8'), size, mtimeMs, hash: hashOf(bytes) };
  } catch {
    return undefined;
  } finally {
    closeSync(descriptor);
  }
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
