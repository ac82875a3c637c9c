import { closeSync, constants, openSync, readSync } from 'node:fs';

/**
 * Reads the beginning of a file, which may have many megabytes, or be a pipe or a device in its place that never ends or never begins. The last
 * character may be cut. Throws the error of the file system.
 */
export function beginningOf(file: string, mostBytes = 64 * 1024): string {
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const bytes = Buffer.alloc(mostBytes);
    return bytes.toString('utf8', 0, readSync(descriptor, bytes, 0, mostBytes, 0));
  } finally {
    closeSync(descriptor);
  }
}
