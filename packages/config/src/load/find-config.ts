import { closeSync, lstatSync, openSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { cosmiconfigSync, defaultLoadersSync } from 'cosmiconfig';
import { CONFIG_FOLDER, CONFIG_NAMES, folderOf, homeOf } from '../document/folder-of.js';
import { errors } from '../errors.js';
import { isFolder } from '../read/path-kind.js';
import { MAX_BYTES } from '../read/read-text.js';
import type { LoadOptions } from './load-options.js';

const PLACES = [...CONFIG_NAMES, ...CONFIG_NAMES.map((name) => join(CONFIG_FOLDER, name))];

/** The configurations in a folder and its `.config`. An entry of any kind counts. */
export const configsIn = (folder: string): readonly string[] =>
  PLACES.map((place) => resolve(folder, place)).filter((path) => isThere(path) && folderOf(path) === resolve(folder));

/**
 * Returns the configuration file: `file` or LOADOUT_CONFIG if given, else the nearest in the folder, those above it, and their `.config`,
 * up to the home folder. Runs nothing in a folder. Throws CONFIG_TWICE.
 */
export function findConfig({ cwd, file, env }: Pick<LoadOptions, 'cwd' | 'file' | 'env'>): string | undefined {
  const explicit = file ?? (env.LOADOUT_CONFIG || undefined);
  if (explicit !== undefined) return resolve(cwd, explicit);
  const folders = foldersFrom(resolve(cwd), resolve(homeOf(env) || '/'));
  const odd = folders.find((folder) => configsIn(folder).some(isOdd));
  const near = odd === undefined ? folders : folders.slice(0, folders.indexOf(odd));
  const found = search(near) ?? (odd === undefined ? undefined : configsIn(odd).find(isOdd));
  if (found === undefined) return undefined;
  const folder = folderOf(found);
  const [first = found, second] = configsIn(folder).map((path) => relative(folder, path));
  if (second !== undefined) throw errors.CONFIG_TWICE({ folder, first, second });
  return found;
}

/** The folder and those above it that exist, up to the last one. */
function foldersFrom(start: string, last: string): readonly string[] {
  const above = dirname(start);
  const rest = start === last || above === start ? [] : foldersFrom(above, last);
  return isFolder(start) ? [start, ...rest] : rest;
}

/**
 * Returns the nearest configuration. A `.config` that is a repository is not a part of the folder that holds it, so the search goes on above
 * it. After the last folder, cosmiconfig looks into one of the user's that is no place of ours.
 */
function search(folders: readonly string[]): string | undefined {
  const [first, last] = [folders.at(0), folders.at(-1)];
  const found = first === undefined || last === undefined ? undefined : explorer(last).search(first)?.filepath;
  if (found === undefined || !CONFIG_NAMES.includes(basename(found))) return undefined;
  if (folders.includes(folderOf(found))) return found;
  return search(folders.slice(folders.indexOf(dirname(dirname(found))) + 1));
}

/** Hands back the text of a file that was found. Nothing is parsed, and nothing runs. */
const asText = (_path: string, text: string): string => text;

/**
 * Makes an explorer. cosmiconfig looks for a configuration of its own in the current folder when an explorer is made, and runs it. So the
 * current folder is meanwhile the program of Node, below which there is nothing (decision 0101).
 */
function explorer(stopDir: string) {
  const { cwd } = process;
  process.cwd = () => process.execPath;
  try {
    const endings = [...Object.keys(defaultLoadersSync), '.jsonc', '.mjs'];
    const loaders = Object.fromEntries(endings.map((ending) => [ending, asText]));
    return cosmiconfigSync('agent', { searchPlaces: PLACES, stopDir, loaders, cache: false, ignoreEmptySearchPlaces: false });
  } finally {
    process.cwd = cwd;
  }
}

/** Whether cosmiconfig would wait for an entry, fail at it, or pass over it. The reader reports what it is. */
function isOdd(path: string): boolean {
  try {
    const stat = statSync(path);
    if (!stat.isFile() || stat.size > MAX_BYTES) return true;
    closeSync(openSync(path, 'r'));
    return false;
  } catch {
    return true;
  }
}

/** Whether there is an entry of any kind at a path. */
export function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

/**
 * Returns the file of the configuration that the options select. For a document, returns a place in its folder. Throws
 * CONFIG_NOT_FOUND and CONFIG_TWICE.
 */
export function locate(options: Pick<LoadOptions, 'cwd' | 'file' | 'env' | 'document'>): string {
  if (options.document !== undefined) return join(resolve(options.cwd), '(options)');
  return existing(findConfig(options), options);
}

/** Returns the file that `findConfig` returned. Throws CONFIG_NOT_FOUND. */
export function existing(file: string | undefined, options: Pick<LoadOptions, 'cwd'>): string {
  if (file === undefined) throw errors.CONFIG_NOT_FOUND({ cwd: options.cwd });
  if (!isThere(file)) throw errors.CONFIG_NOT_FOUND({ file });
  return file;
}
