import { lstatSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const NAMES = ['yaml', 'yml', 'json', 'jsonc', 'ts', 'js', 'mjs'].map((ending) => `agent.config.${ending}`);

/**
 * Returns the configuration file for a folder: `explicit` if given, else the nearest in the folder and its parents. Examines
 * names alone: the search reads and runs nothing in a folder (decision 0007).
 */
export function findConfig(cwd: string, explicit?: string | undefined): string | undefined {
  if (explicit !== undefined) return resolve(cwd, explicit);
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const found = NAMES.map((name) => join(folder, name)).find(isThere);
    if (found !== undefined) return found;
    if (folder === dirname(folder)) return undefined;
  }
}

/** Whether an entry of any kind exists. An entry that is not a file is not skipped; its reader reports it. */
const isThere = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;
