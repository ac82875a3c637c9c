import { type Entry, isMap, isText, type MapNode, withEntry } from '../document/node.js';
import { splitUse } from '../packages/split-use.js';

export const SHELL = '@loadout/tool-shell';

/** The document with its shells written as maps. Otherwise a bare package name would replace the variables of the settings. */
export function withOpenShells(document: MapNode): MapNode {
  const plugins = document.entries.get('plugins')?.value;
  if (!isMap(plugins)) return document;
  const entries = [...plugins.entries].map(([name, entry]): [string, Entry] => {
    const { value } = entry;
    if (!isText(value) || splitUse(value.value).name !== SHELL) return [name, entry];
    const map: MapNode = { kind: 'map', place: value.place, entries: new Map([['use', { key: value.place, value }]]) };
    return [name, { ...entry, value: map }];
  });
  return withEntry(document, { key: 'plugins', value: { ...plugins, entries: new Map(entries) } });
}
