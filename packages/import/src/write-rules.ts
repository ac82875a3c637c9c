import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeFile } from '@loadout/command';
import { errors } from './errors.js';
import type { ImportedFile } from './import-config.js';

/** Checks that files can be written beside the configuration: none is there yet, and no folder on the way is a link. Throws IMPORT_EXISTS, IMPORT_LINK. */
export function checkFree(files: readonly ImportedFile[], cwd: string): void {
  for (const { path } of files) {
    if (kindOf(join(cwd, path)) !== undefined) throw errors.IMPORT_EXISTS({ file: path });
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder))
      if (kindOf(join(cwd, folder)) === 'link') throw errors.IMPORT_LINK({ folder });
  }
}

/** Writes files that `checkFree` has passed. Throws FILE_NOT_WRITTEN, and IMPORT_EXISTS for one that has come since. */
export function writeFiles(files: readonly ImportedFile[], cwd: string): void {
  for (const { path, text } of files)
    if (!writeFile(join(cwd, path), { text, exclusive: true })) throw errors.IMPORT_EXISTS({ file: path });
}

function kindOf(path: string): 'link' | 'other' | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found === undefined ? undefined : found.isSymbolicLink() ? 'link' : 'other';
}
