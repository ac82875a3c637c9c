import { lstatSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const NAMES = ['yaml', 'yml', 'json', 'ts', 'js', 'mjs'].map((ending) => `agent.config.${ending}`);

/**
 * The configuration file for a folder: `explicit` if given, else the nearest one in the folder and those above it. Looks at
 * names alone: nothing of a folder is read or run to find it (decisions/0007).
 */
export function findConfig(cwd: string, explicit?: string | undefined): string | undefined {
  if (explicit !== undefined) return resolve(cwd, explicit);
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const found = NAMES.map((name) => join(folder, name)).find(isThere);
    if (found !== undefined) return found;
    if (folder === dirname(folder)) return undefined;
  }
}

/** Whatever stands there: what is no file is told of by who reads it, and not passed over. */
const isThere = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;
