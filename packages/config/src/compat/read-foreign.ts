import { existsSync, realpathSync } from 'node:fs';
import { relative } from 'node:path';
import { isMap, type MapNode } from '../document/node.js';
import { readDocument } from '../read/read-document.js';
import { isInside } from '../trust/named-files.js';
import { type CompatContext, lose } from './compat-context.js';
import { asForeign } from './foreign-node.js';

/** Whether a file exists and is inside the repository after links are followed. Its content may reach the model. */
export function isReadable(file: string, context: CompatContext): boolean {
  if (!existsSync(file)) return false;
  if (isInside(realpathSync(file), context.root)) return true;
  const problem = 'it leads out of the repository';
  lose({ path: ['compat'], key: relative(context.folder, file), place: context.place, problem }, context);
  return false;
}

/** Reads a JSON file of another tool, if the file exists. Invalid text is an error, as in Loadout's own files. */
export async function readForeign(
  file: string,
  context: CompatContext & { readonly verbatim: boolean },
): Promise<MapNode | undefined> {
  if (!isReadable(file, context)) return undefined;
  const found = await readDocument(file, context);
  const node = found === undefined ? undefined : asForeign(found, context);
  return isMap(node) ? node : undefined;
}
