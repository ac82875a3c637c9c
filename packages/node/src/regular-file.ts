import { readFileSync, statSync } from 'node:fs';

const MIB = 1024 * 1024;

/**
 * Reads a file that a repository may have brought. A device or a pipe there would never end. Throws the system's error, or one whose message
 * says what stands there.
 */
export function regularFile(file: string, mostBytes = 64 * MIB): Buffer {
  const stat = statSync(file);
  if (stat.isDirectory()) throw new Error('it is a folder');
  if (!stat.isFile()) throw new Error('it is not a regular file');
  if (stat.size > mostBytes)
    throw new Error(`it is larger than ${mostBytes > MIB ? `${mostBytes / MIB} MiB` : `${mostBytes / 1024} KiB`}`);
  return readFileSync(file);
}
