import { closeSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { errors } from './errors.js';

/**
 * Writes a file. Throws FILE_NOT_WRITTEN. With `exclusive`, an existing file stays; the result says whether the file was written.
 */
export function writeFile(
  file: string,
  { text, exclusive = false }: { readonly text: string | Uint8Array; readonly exclusive?: boolean },
): boolean {
  try {
    mkdirSync(dirname(file), { recursive: true });
    if (exclusive) return writeNew(file, text);
    writeFileSync(file, text);
    return true;
  } catch (cause) {
    throw errors.FILE_NOT_WRITTEN({ file, problem: (cause as Error).message }, { cause });
  }
}

/** Leaves nothing of a file that cannot be written whole, since the next attempt would take it for one that was there. */
function writeNew(file: string, text: string | Uint8Array): boolean {
  const descriptor = openNew(file);
  if (descriptor === undefined) return false;
  try {
    writeFileSync(descriptor, text);
    return true;
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

function openNew(file: string): number | undefined {
  try {
    return openSync(file, 'wx');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined;
    throw error;
  }
}
