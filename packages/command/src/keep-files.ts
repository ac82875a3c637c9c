import { lstatSync, readFileSync, rmSync, statSync } from 'node:fs';
import { errors } from './errors.js';
import { writeFile } from './write-file.js';

/**
 * Keeps the texts of files that change next. Returns a function that takes the changes back, and leaves alone what did not change: on a disk
 * that takes nothing, the error that is told is that of the change. Throws FILE_NOT_WRITTEN.
 */
export function keepFiles(files: readonly string[]): () => void {
  const kept = files.map((file) => ({ file, text: textOf(file) }));
  return () => {
    for (const { file, text } of kept)
      if (text === undefined) rmSync(file, { force: true });
      else if (!holds(file, text)) writeFile(file, { text, isNamed: true });
  };
}

function textOf(file: string): Buffer | undefined {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) {
    const isLink = lstatSync(file, { throwIfNoEntry: false }) !== undefined;
    if (isLink) throw errors.FILE_NOT_WRITTEN({ file, problem: 'it is a link to a file that is not there' });
    return undefined;
  }
  // A device or a pipe would never end.
  if (!stat.isFile()) throw errors.FILE_NOT_WRITTEN({ file, problem: 'it is not a regular file' });
  return readFileSync(file);
}

function holds(file: string, text: Buffer): boolean {
  try {
    return readFileSync(file).equals(text);
  } catch {
    return false;
  }
}
