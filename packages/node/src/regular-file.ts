import { readFileSync, statSync } from 'node:fs';

const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Reads a file that a repository may have brought. A device or a pipe there would never end. Throws the system's error, or one whose message
 * says what stands there.
 */
export function regularFile(file: string): Buffer {
  const stat = statSync(file);
  if (stat.isDirectory()) throw new Error('it is a folder');
  if (!stat.isFile()) throw new Error('it is not a regular file');
  if (stat.size > MOST_BYTES) throw new Error(`it is larger than ${MOST_BYTES / 1024 / 1024} MiB`);
  return readFileSync(file);
}
