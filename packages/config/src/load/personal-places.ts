import { basename, dirname, join } from 'node:path';
import { CONFIG_FOLDER, CONFIG_NAMES, folderOf, PERSONAL_NAMES } from '../document/folder-of.js';
import { isThere } from './find-config.js';

/** The paths of a person's own file beside a configuration. A configuration with a name of its own has none. */
export const personalPlaces = (configFile: string): readonly string[] =>
  CONFIG_NAMES.includes(basename(configFile)) ? PERSONAL_NAMES.map((name) => join(dirname(configFile), name)) : [];

/** The paths of such a file on the other side of `.config`, where its owner could believe that it holds. */
export function misplacedPlaces(configFile: string): readonly string[] {
  if (!CONFIG_NAMES.includes(basename(configFile))) return [];
  const folder = folderOf(configFile);
  const other = folder === dirname(configFile) ? join(folder, CONFIG_FOLDER) : folder;
  return PERSONAL_NAMES.map((name) => join(other, name)).filter((file) => folderOf(file) === folder);
}

/** Returns the person's own file beside a configuration, or the path of a new one. `undefined`: no such file is used. */
export function personalFile(configFile: string): string | undefined {
  const places = personalPlaces(configFile);
  return places.find(isThere) ?? places[0];
}
