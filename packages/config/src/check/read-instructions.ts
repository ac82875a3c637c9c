import { readFileSync, statSync } from 'node:fs';
import { MAX_BYTES, readProblem } from '../read/read-text.js';

/**
 * Returns the text of a file that a value refers to. Contract: throws an error whose message continues a sentence that begins
 * with the file's name.
 */
export function readInstructions(file: string): string {
  try {
    const stat = statSync(file);
    if (!stat.isFile()) throw new Error('is not a file');
    if (stat.size > MAX_BYTES) throw new Error(`is larger than ${MAX_BYTES / 1024} KiB`);
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(
      error instanceof Error && !('code' in error)
        ? error.message
        : readProblem(error)
            .replace(/^it does/, 'does')
            .replace(/^no /, 'cannot be read: no '),
    );
  }
}
