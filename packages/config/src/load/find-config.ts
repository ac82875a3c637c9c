import { closeSync, lstatSync, openSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { homeOf } from '@loadout/node';
import { cosmiconfigSync, defaultLoadersSync } from 'cosmiconfig';
import { CONFIG_FOLDER, CONFIG_NAMES, folderOf } from '../document/folder-of.js';
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
  for (const folder of foldersFrom(resolve(cwd), homeOf(env))) {
    const here = configsIn(folder);
    const [first, second] = here.map((path) => relative(folder, path));
    if (first === undefined) continue;
    if (second !== undefined) throw errors.CONFIG_TWICE({ folder, first, second });
    // Entries that cosmiconfig would wait for, fail at, or pass over are reported by the reader.
    return here.find(isOdd) ?? explorer().search(folder)?.filepath;
  }
  return undefined;
}

/** The folder and those above it that exist, up to the last one. */
function foldersFrom(start: string, last: string): readonly string[] {
  const above = dirname(start);
  const rest = start === last || above === start ? [] : foldersFrom(above, last);
  return isFolder(start) ? [start, ...rest] : rest;
}

/** Hands back the text of a file that was found. Nothing is parsed, and nothing runs. */
const asText = (_path: string, text: string): string => text;

/**
 * Makes an explorer. cosmiconfig looks for a configuration of its own in the current folder when an explorer is made, and runs it. So the
 * current folder is meanwhile the program of Node, below which there is nothing (decision 0101).
 */
function explorer() {
  const { cwd } = process;
  process.cwd = () => process.execPath;
  try {
    const endings = [...Object.keys(defaultLoadersSync), '.jsonc', '.mjs'];
    const loaders = Object.fromEntries(endings.map((ending) => [ending, asText]));
    return cosmiconfigSync('agent', {
      searchPlaces: PLACES,
      searchStrategy: 'none',
      loaders,
      cache: false,
      ignoreEmptySearchPlaces: false,
    });
  } finally {
    process.cwd = cwd;
  }
}

/** Whether cosmiconfig would wait for an entry, fail at it, or pass over it. */
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
