import { child, type Entry, isMap, type MapNode, withEntry } from '../document/node.js';

/** Whether all hooks are turned off, by the last of these settings that has the switch. */
export function hooksOff(settings: readonly (MapNode | undefined)[]): boolean {
  const said = settings.map((one) => child(one, 'disableAllHooks')).findLast((node) => node?.kind === 'scalar');
  return said?.kind === 'scalar' && said.value === true;
}

/** The layer without its hooks, and without those of its agents and skills. */
export function withoutHooks(layer: MapNode): MapNode {
  const plain = withEntry(layer, { key: 'hooks', value: undefined });
  return ['agents', 'skills'].reduce((now, key) => {
    const section = now.entries.get(key)?.value;
    if (!isMap(section)) return now;
    const entries = [...section.entries].map(([name, entry]): [string, Entry] => [
      name,
      isMap(entry.value) ? { ...entry, value: withEntry(entry.value, { key: 'hooks', value: undefined }) } : entry,
    ]);
    return withEntry(now, { key, value: { ...section, entries: new Map(entries) } });
  }, plain);
}
