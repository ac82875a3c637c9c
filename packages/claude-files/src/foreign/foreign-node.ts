import { type Entry, isList, isMap, type MapNode, type Node, type Place } from '@loadout/config/documents';

/** Marks a node as part of another tool's file. `verbatim`: `${…}` has no meaning for Loadout in that file. */
export function asForeign(node: Node, options: { readonly verbatim: boolean }): Node {
  const place: Place = { ...node.place, foreign: true };
  if (node.kind === 'scalar') return options.verbatim ? { ...node, place, verbatim: true } : { ...node, place };
  if (node.kind === 'list') return { ...node, place, items: node.items.map((item) => asForeign(item, options)) };
  const entries = [...node.entries].map(([key, entry]): [string, Entry] => [
    key,
    { key: { ...entry.key, foreign: true }, value: asForeign(entry.value, options) },
  ]);
  return { ...node, place, entries: new Map(entries) };
}

/** Joins two settings files as their own tool does: maps merge, lists add up, and otherwise the later value is used. */
function join(below: Node, above: Node): Node {
  if (isList(below) && isList(above)) return { ...above, items: [...below.items, ...above.items] };
  return isMap(below) && isMap(above) ? joinMaps(below, above) : above;
}

export function joinMaps(below: MapNode, above: MapNode): MapNode {
  const entries = new Map(below.entries);
  for (const [key, entry] of above.entries) {
    const first = entries.get(key);
    entries.set(key, first === undefined ? entry : { key: entry.key, value: join(first.value, entry.value) });
  }
  return { ...above, entries };
}
