import { type Data, dotted, type Path } from '../document/node.js';

/** The data without what is wrong, so that the checks after this one see only values of the right shape. */
export function prune(data: Data, wrong: readonly Path[]): Data {
  const gone = new Set(wrong.map((path) => dotted(mapEntryOf(path))));
  if (gone.size === 0) return data;
  const visit = (value: Data, path: Path): Data => {
    if (Array.isArray(value)) return value.map((item: Data, index) => visit(item, [...path, index]));
    if (typeof value !== 'object' || value === null) return value;
    const kept = Object.entries(value).filter(([key]) => !gone.has(dotted([...path, key])));
    return Object.fromEntries(kept.map(([key, item]: [string, Data]) => [key, visit(item, [...path, key])]));
  };
  return visit(data, []);
}

/** An item cannot leave a list without moving its neighbours, so the list goes. */
function mapEntryOf(path: Path): Path {
  const lastKey = path.findIndex((key) => typeof key === 'number');
  return lastKey === -1 ? path : path.slice(0, lastKey);
}
