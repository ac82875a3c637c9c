import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { errors } from './errors.js';

/** The folder that a flag names, as an absolute path; without a flag, the folder of the process. */
export function workingFolder(cwd: string, given: { readonly flag: string; readonly dir: string | undefined }): string {
  if (given.dir === undefined) return cwd;
  const dir = resolve(cwd, given.dir);
  if (statSync(dir, { throwIfNoEntry: false })?.isDirectory() !== true) throw errors.FOLDER_MISSING({ flag: given.flag, dir });
  return dir;
}
