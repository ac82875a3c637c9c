import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { permittedPath, type ToolContext } from '@loadout/core';
import { errors } from '../errors.js';
import { nearestName } from '../files/nearest-name.js';
import { attempt } from '../files/path.js';
import { kindOf, statOrMissing } from '../files/regular-file.js';

/** Where a search looks: the folder that was permitted, or one file in it. */
export interface SearchPlace {
  /** A real path. */
  readonly folder: string;
  /** Only this file of the folder. */
  readonly file?: string | undefined;
  /** How a path below the folder is shown: from the working directory where it lies inside. */
  show(path: string): string;
}

export function searchPlace(path: string, context: ToolContext): SearchPlace {
  const permitted = permittedPath(context, 'read');
  const asked = resolve(context.cwd, path);
  const stats = attempt(() => statOrMissing(permitted), { path: asked, doing: 'search' });
  if (stats === undefined) throw errors.SEARCH_PATH_MISSING({ path: asked, nearest: nearestName(asked) });
  if (!stats.isFile() && !stats.isDirectory())
    throw errors.SEARCH_PATH_KIND({ path: asked, kind: kindOf(stats) ?? 'special file', wanted: 'file or directory' });
  const fromHere = relative(context.cwd, asked);
  const shown = fromHere.startsWith('..') || isAbsolute(fromHere) ? asked : fromHere;
  if (stats.isFile()) return { folder: dirname(permitted), file: basename(permitted), show: () => shown };
  const prefix = shown === '' ? '' : join(shown, '/');
  return { folder: permitted, show: (below) => prefix + below };
}
