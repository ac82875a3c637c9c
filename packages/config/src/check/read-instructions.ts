import { regularFile } from '@loadout/node';
import { fileProblem, MAX_BYTES } from '../read/read-text.js';

/**
 * Returns the text of a file that a value refers to. Contract: throws an error whose message continues a sentence that begins
 * with the file's name.
 */
export function readInstructions(file: string): string {
  try {
    return regularFile(file, MAX_BYTES).toString();
  } catch (error) {
    throw new Error(fileProblem(error, file));
  }
}
