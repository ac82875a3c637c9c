import { type Entry, isMap, isText, type MapNode, withEntry } from '../document/node.js';
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
    const map: MapNode = { kind: 'map', place: value.place, entries: new Map([['use', { key: value.place, value }]]) };
    return [name, { ...entry, value: map }];
  });
  return withEntry(document, { key: 'plugins', value: { ...plugins, entries: new Map(entries) } });
}

/** The document with its shells written as maps, for the variables of the settings. */
export const withOpenShells = (document: MapNode): MapNode => withMaps(document, (_, use) => isShell(use));
