import { lstatSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { inHome } from '@loadout/core/run';
import { isFileless, type Place } from './node.js';

/** The names of a configuration, in the order in which they are looked for. */
export const CONFIG_NAMES: readonly string[] = ['yaml', 'yml', 'json', 'jsonc', 'ts', 'js', 'mjs'].map(
  (ending) => `agent.config.${ending}`,
);

/** The file beside a configuration that records what the configuration lets act. */
export const LOCK_NAME = 'loadout.lock';

/** The names of the person's own file beside a configuration. */
export const PERSONAL_NAMES: readonly string[] = ['agent.config.local.yaml', 'agent.config.local.yml'];

/** The folder of a project that may hold the configuration. */
export const CONFIG_FOLDER = '.config';

/**
 * Returns the folder from which the paths in a file resolve: the folder of the file, or for a configuration in `.config` the folder that
 * holds `.config`. A `.config` that is a repository is a project of its own, since a clone must not gain the folder around it.
 */
export function folderOf(file: string): string {
  const folder = dirname(file);
  const isInside = basename(folder) === CONFIG_FOLDER && [...CONFIG_NAMES, ...PERSONAL_NAMES].includes(basename(file));
  return isInside && lstatSync(join(folder, '.git'), { throwIfNoEntry: false }) === undefined ? dirname(folder) : folder;
}

/** Returns the folder from which the paths in a value resolve. Those of a flag resolve from the current folder. */
export const baseOf = (place: Place | undefined, cwd: string): string =>
  place === undefined || isFileless(place) ? cwd : folderOf(place.file);

/** Where a person is: the folder in which values of flags resolve, and the one that `~/` means. */
export interface Person {
  readonly cwd: string;
  readonly home: string;
}

/** Returns the path of a file that a value names. */
export const fileAt = (path: string, place: Place | undefined, { cwd, home }: Person): string =>
  resolve(baseOf(place, cwd), inHome(path, home));
