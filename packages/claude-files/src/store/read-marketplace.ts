import { join } from 'node:path';
import { child, isFile, isList, isMap, isText, type MapNode, type Place } from '@loadout/config/documents';
import type { CompatContext } from '../foreign/compat-context.js';
import { readForeign } from '../foreign/read-foreign.js';
import { lose } from '../foreign/tell-foreign.js';
import { type PluginSource, pluginSource } from './plugin-source.js';

/** The lists of Claude Code and Codex. The first that exists counts. */
const FILES = ['.claude-plugin/marketplace.json', '.agents/plugins/marketplace.json'];

export interface Offer {
  readonly name: string;
  readonly entry: MapNode;
  readonly source: PluginSource;
}

export const marketplaceFile = (folder: string): string | undefined => FILES.map((name) => join(folder, name)).find(isFile);

/** Reads the list of a marketplace in its folder. An entry that cannot be read is named, and the others count. */
export async function readMarketplace(folder: string, context: CompatContext): Promise<ReadonlyMap<string, Offer> | undefined> {
  const file = marketplaceFile(folder);
  if (file === undefined) return undefined;
  const here = { ...context, folder, root: folder };
  const document = await readForeign(file, { ...here, verbatim: false });
  const plugins = child(document, 'plugins');
  const offers = new Map<string, Offer>();
  if (!isList(plugins)) return document === undefined ? undefined : offers;
  const root = child(child(document, 'metadata'), 'pluginRoot');
  const skip = (place: Place, problem: string) => lose({ path: ['plugins'], key: 'an entry', place, problem }, here);
  for (const entry of plugins.items) {
    const name = child(entry, 'name');
    if (!isMap(entry) || !isText(name)) skip(entry.place, 'it has no name');
    else if (offers.has(name.value)) skip(name.place, `there is another ${JSON.stringify(name.value)} above it`);
    else offers.set(name.value, { name: name.value, entry, source: pluginSource(entry, isText(root) ? root.value : undefined) });
  }
  return offers;
}
