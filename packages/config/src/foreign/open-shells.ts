import { type Entry, isMap, isText, type MapNode, mapOf, withEntry } from '../document/node.js';
import { splitUse } from '../packages/find-package.js';

/** Whether a mount uses the package of the shell. */
export const isShell = (use: string): boolean => splitUse(use).name === '@loadout/tool-shell';

/** The document with these mounts written as maps. Otherwise a bare package name would replace the options of a layer below. */
export function withMaps(document: MapNode, isWanted: (mount: string, use: string) => boolean): MapNode {
  const plugins = document.entries.get('plugins')?.value;
  if (!isMap(plugins)) return document;
  const entries = [...plugins.entries].map(([name, entry]): [string, Entry] => {
    const { value } = entry;
    if (!isText(value) || !isWanted(name, value.value)) return [name, entry];
    return [name, { ...entry, value: mapOf(value.place, { use: value }) }];
  });
  return withEntry(document, { key: 'plugins', value: { ...plugins, entries: new Map(entries) } });
}

/** The document with its shells written as maps, for the variables of the settings. */
export const withOpenShells = (document: MapNode): MapNode => withMaps(document, (_, use) => isShell(use));
