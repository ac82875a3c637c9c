import { existsSync, readFileSync, rmSync } from 'node:fs';
import { writeFile } from './write-file.js';

/**
 * Keeps the texts of files that change next. Returns a function that takes the changes back, and leaves alone what did not change: on a disk
 * that takes nothing, the error that is told is that of the change. Throws FILE_NOT_WRITTEN.
 */
export function keepFiles(files: readonly string[]): () => void {
  const kept = files.map((file) => ({ file, text: existsSync(file) ? readFileSync(file) : undefined }));
  return () => {
    for (const { file, text } of kept)
      if (text === undefined) rmSync(file, { force: true });
      else if (!holds(file, text)) writeFile(file, { text });
  };
}

function holds(file: string, text: Buffer): boolean {
  try {
    return readFileSync(file).equals(text);
  } catch {
    return false;
  }
}
