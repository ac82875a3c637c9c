import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { errors } from './errors.js';

/**
 * Writes a file. Throws FILE_NOT_WRITTEN. With `exclusive`, an existing file stays; the result says whether the file was written.
 */
export function writeFile(
  file: string,
  { text, exclusive = false }: { readonly text: string; readonly exclusive?: boolean },
): boolean {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { flag: exclusive ? 'wx' : 'w' });
    return true;
  } catch (cause) {
    if (exclusive && (cause as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw errors.FILE_NOT_WRITTEN({ file, problem: (cause as Error).message }, { cause });
  }
}
