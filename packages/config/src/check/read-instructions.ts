import { readFileSync, statSync } from 'node:fs';
import { MAX_BYTES, readProblem, stateOf } from '../read/read-text.js';

/**
 * Returns the text of a file that a value refers to. Contract: throws an error whose message continues a sentence that begins
 * with the file's name.
 */
export function readInstructions(file: string): string {
  const stat = reading(file, () => statSync(file));
  if (!stat.isFile()) throw new Error('is not a file');
  if (stat.size > MAX_BYTES) throw new Error(`is larger than ${MAX_BYTES / 1024} KiB`);
  return reading(file, () => readFileSync(file, 'utf8'));
}

function reading<T>(file: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw new Error(stateOf(error, file) ?? `cannot be read: ${readProblem(error)}`);
  }
}
