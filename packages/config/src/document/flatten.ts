import { hideKeys } from '../text/literal-key.js';
import { type Data, dotted, type Node, type Path, type Place } from './node.js';

/** The plain data of a document, and the place of each part by dotted path. The later stages read only this. */
export interface Flat {
  readonly data: Data;
  readonly places: ReadonlyMap<string, Marked>;
  /** Dotted paths of the values that must not be shown. */
  readonly hidden: ReadonlySet<string>;
  /** Dotted paths of the values that could not be read. */
  readonly broken: ReadonlySet<string>;
}

export interface Marked {
  readonly value: Place;
  readonly key?: Place;
}

export function flatten(node: Node): Flat {
  const places = new Map<string, Marked>();
  const hidden = new Set<string>();
  const broken = new Set<string>();
  const visit = (current: Node, path: Path, key?: Place): Data => {
    places.set(dotted(path), key === undefined ? { value: current.place } : { value: current.place, key });
    if (current.kind === 'scalar' && current.masked !== undefined) hidden.add(dotted(path));
    if (current.kind === 'scalar' && current.broken === true) broken.add(dotted(path));
    if (current.kind === 'scalar') return current.value;
    if (current.kind === 'list') return current.items.map((item, index) => visit(item, [...path, index]));
    return Object.fromEntries(
      [...current.entries].map(([name, entry]) => [name, visit(entry.value, [...path, name], entry.key)]),
    );
  };
  return { data: visit(node, []), places, hidden, broken };
}

/** The data with every secret replaced by its mask. `secrets` are hidden wherever they occur. */
export function masked(node: Node, secrets: readonly string[]): Data {
  if (node.kind === 'list') return node.items.map((item) => masked(item, secrets));
  if (node.kind === 'map')
    return Object.fromEntries([...node.entries].map(([key, entry]) => [key, masked(entry.value, secrets)]));
  const shown = node.masked ?? node.value;
  return typeof shown === 'string' ? secrets.reduce((text, secret) => text.replaceAll(secret, '***'), hideKeys(shown)) : shown;
}

/** The place of `path`, or of its nearest ancestor if the path does not exist. `key` prefers the key to the value. */
export function placeOf(flat: Flat, path: Path, prefer: 'key' | 'value' = 'value'): Place | undefined {
  for (let length = path.length; length >= 0; length--) {
    const found = flat.places.get(dotted(path.slice(0, length)));
    if (found === undefined) continue;
    const exact = length === path.length;
    return exact && prefer === 'value' ? found.value : (found.key ?? found.value);
  }
  return undefined;
}
