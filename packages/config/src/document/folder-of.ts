import { lstatSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The folder of a project that tools keep their configurations in. */
export const CONFIG_FOLDER = '.config';

/**
 * Returns the folder from which the paths in a file resolve: the folder of the file, or for a file in `.config` the folder that holds
 * `.config`. A `.config` that is a repository is a project of its own, since a clone must not gain the folder around it.
 */
export function folderOf(file: string): string {
  const folder = dirname(file);
  const isPart = basename(folder) === CONFIG_FOLDER && lstatSync(join(folder, '.git'), { throwIfNoEntry: false }) === undefined;
  return isPart ? dirname(folder) : folder;
}
