import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { isInside, isMap, type MapNode, readDocument } from '@loadout/config/documents';
import type { CompatContext } from './compat-context.js';
import { asForeign } from './foreign-node.js';
import { lose, refuse } from './tell-foreign.js';

const OUTSIDE = 'it leads out of the repository';

/** Whether a file exists and is inside the repository after links are followed. Its content may reach the model. */
export function isReadable(file: string, context: CompatContext): boolean {
  if (!existsSync(file)) return false;
  if (isInside(realpathSync.native(file), context.root)) return true;
  lose({ path: ['compat'], key: relative(context.folder, file), place: context.place, problem: OUTSIDE }, context);
  return false;
}

/**
 * Reads a JSON file of another tool, if the file exists. A file that cannot be read as a whole is an error, because nobody can tell
 * what it would have restricted (decision 0089).
 */
export async function readForeign(
  file: string,
  context: CompatContext & { readonly verbatim: boolean },
): Promise<MapNode | undefined> {
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return undefined;
  const place = { ...context.place, file, line: 1, column: 1, length: 1 };
  if (existsSync(file) && !isInside(realpathSync.native(file), context.root))
    return refuse({ path: [], key: basename(file), place, problem: OUTSIDE }, context);
  const found = await readDocument(file, { ...context, place, foreign: true });
  const node = found === undefined ? undefined : asForeign(found, context);
  return isMap(node) ? node : undefined;
}
