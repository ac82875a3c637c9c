import { isList, isMap, isText, type MapNode, type Node, type Path, type Place } from '../document/node.js';
import type { Draft } from './draft.js';

/** What becomes of a key: it is read, it is lost with a word on what to do instead, or (`null`) nobody misses it. */
export type Field = ((node: Node, path: Path, place: Place) => void) | string | null;

/** Goes through the keys of a map. One that no field is there for is lost. */
export function readFields(
  map: Node | undefined,
  fields: Readonly<Record<string, Field>>,
  { draft, path }: { readonly draft: Draft; readonly path: Path },
): void {
  if (!isMap(map)) {
    if (map !== undefined) draft.lose(path, map.place, 'a map is expected here');
    return;
  }
  for (const [key, { key: place, value }] of map.entries) {
    const field = Object.hasOwn(fields, key) ? fields[key] : 'Loadout does not know it';
    if (typeof field === 'function') field(value, [...path, key], place);
    else if (typeof field === 'string') draft.lose([...path, key], place, field);
  }
}

/** The items of a list, or what is no list as its only item. */
export function itemsOf(node: Node | undefined, path: Path): readonly { readonly node: Node; readonly path: Path }[] {
  if (node === undefined) return [];
  return isList(node) ? node.items.map((item, index) => ({ node: item, path: [...path, index] })) : [{ node, path }];
}

export const entriesOf = (node: Node | undefined): MapNode['entries'] => (isMap(node) ? node.entries : new Map());

/** A text, also of a number or a yes or no. */
export function textOf(node: Node | undefined): string | undefined {
  if (node?.kind !== 'scalar' || node.value === null) return undefined;
  return String(node.value);
}

export const numberOf = (node: Node | undefined): number | undefined => {
  const text = textOf(node);
  const value = text === undefined ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
};

export const textsOf = (node: Node | undefined): readonly string[] =>
  (isList(node) ? node.items : isText(node) ? [node] : []).flatMap((item) => textOf(item) ?? []);

/** Those of the values that there are. */
export const given = (values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
