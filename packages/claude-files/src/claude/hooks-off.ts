import { child, type Entry, isMap, type MapNode, type Node, withEntry } from '@loadout/config/documents';

/** The switch that turns all hooks off or on: that of the last of these settings that has one. */
export const hooksSwitch = (settings: readonly (MapNode | undefined)[]): Node | undefined =>
  settings.map((one) => child(one, 'disableAllHooks')).findLast((node) => node?.kind === 'scalar');

export const turnsOff = (node: Node | undefined): boolean => node?.kind === 'scalar' && node.value === true;

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
