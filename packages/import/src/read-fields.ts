import { isList, isMap, isText, type MapNode, type Node, type Path, type Place } from '@loadout/config/documents';
import type { Draft } from './draft.js';

/**
 * The treatment of a key: a function that reads it, advice for a key that is lost, or `null` for a key that can be ignored
 * silently.
 */
export type Field = Reader | string | null;

export type Reader = (node: Node, path: Path, place: Place) => void;

interface Reading {
  readonly draft: Draft;
  readonly path: Path;
}

/** Reads the keys of a map. A key without a field is lost. */
export function readFields(map: Node | undefined, fields: Readonly<Record<string, Field>>, { draft, path }: Reading): void {
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

/** A key that has a place in the configuration, which a report names. */
export const becomes =
  (target: string, read: Reader, draft: Draft): Reader =>
  (node, path, place) => {
    read(node, path, place);
    draft.gain(path, place, target);
  };

/** A key whose value is stored under this name. */
export const sets =
  <T, K extends keyof T>(target: T, name: K, read: (node: Node, path: Path) => T[K]): Reader =>
  (node, path) => {
    target[name] = read(node, path);
  };

/** The only text as it is, else the list of texts and files. */
export const instructionsOf = (parts: readonly unknown[]): unknown =>
  parts.length === 0 ? undefined : parts.length === 1 && typeof parts[0] === 'string' ? parts[0] : parts;

/** The items of a list. Any other value counts as the only item. */
export function itemsOf(node: Node | undefined, path: Path): readonly { readonly node: Node; readonly path: Path }[] {
  if (node === undefined) return [];
  return isList(node) ? node.items.map((item, index) => ({ node: item, path: [...path, index] })) : [{ node, path }];
}

export const entriesOf = (node: Node | undefined): MapNode['entries'] => (isMap(node) ? node.entries : new Map());

/** The text of a value, which may also be a number or a boolean. */
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

/** The values that are defined. */
export const given = (values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
