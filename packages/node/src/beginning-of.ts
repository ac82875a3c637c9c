import { closeSync, openSync, readSync } from 'node:fs';

/** Reads the beginning of a file, which may have many megabytes. The last character may be cut. Throws the error of the file system. */
export function beginningOf(file: string, mostBytes = 64 * 1024): string {
  const descriptor = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(mostBytes);
    return bytes.toString('utf8', 0, readSync(descriptor, bytes, 0, mostBytes, 0));
  } finally {
    closeSync(descriptor);
  }
}
