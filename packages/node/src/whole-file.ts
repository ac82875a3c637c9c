import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder, unlessCode } from './paths.js';
import { renameFile } from './platform/file-names.js';

/** Replaces a file atomically: a reader sees the old content or the new, never a part. Only the owner may read the file. */
export function replaceWhole(path: string, text: string | Uint8Array): void {
  withTemporary(path, { text, place: (temporary) => renameFile(temporary, path) });
}

/** Creates a file as a whole if none exists. Of all callers, in any process, exactly one gets `true`. */
export function createWhole(path: string, text: string | Uint8Array): boolean {
  return withTemporary(path, { text, place: (temporary) => linkTo(path, temporary) });
}

function linkTo(path: string, temporary: string): boolean {
  try {
    const link = () => {
      linkSync(temporary, path);
      return true;
    };
    return unlessCode(link, 'EEXIST') ?? false;
  } finally {
    rmSync(temporary, { force: true });
  }
}

interface Written<T> {
  readonly text: string | Uint8Array;
  readonly place: (temporary: string) => T;
}

function withTemporary<T>(path: string, { text, place }: Written<T>): T {
  const folder = dirname(path);
  const temporary = join(folder, `.${randomBytes(6).toString('hex')}.tmp`);
  try {
    makeFolder(folder);
    const descriptor = openSync(temporary, 'wx', 0o600);
    try {
      // One write may take only a part of the text, for example when the disk is nearly full.
      writeFileSync(descriptor, text);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    return place(temporary);
  } catch (cause) {
    rmSync(temporary, { force: true });
    // An error of a write through a descriptor names no file.
    if (cause instanceof Error && 'syscall' in cause) Object.assign(cause, { path });
    throw cause;
  }
}
