import { isList, isMap, isNull, type MapNode, type Node, type Path } from '../document/node.js';
import type { ForeignPlugin } from './foreign-plugin.js';

/** A part of a project's file that waits for trust, because it acts or lets something act. */
export interface Part {
  readonly path: Path;
  readonly node: Node;
  /** The references to this machine that the part would fill in, as written. Absent for a part that acts. */
  readonly reads?: readonly string[] | undefined;
  /** The plugin of another program that brings the part. */
  readonly plugin?: ForeignPlugin | undefined;
}

export interface Split {
  /** The remainder of the value while it is not trusted. `undefined`: nothing remains. */
  readonly rest: Node | undefined;
  readonly parts: readonly Part[];
}

/** Divides one value into the part that applies at once and the parts that wait. */
export type Gate = (node: Node, path: Path) => Split;

export const free: Gate = (node) => ({ rest: node, parts: [] });

/** Gates a whole value. `null` is free, because it only removes something. */
export const gated: Gate = (node, path) => (isNull(node) ? free(node, path) : { rest: undefined, parts: [{ path, node }] });

/** Gates every value of a map, or every item of a list. */
export const each =
  (gate: Gate): Gate =>
  (node, path) => {
    if (isMap(node)) return splitMap(node, path, () => gate);
    if (!isList(node)) return gated(node, path);
    const splits = node.items.map((item, index) => gate(item, [...path, index]));
    const items = splits.flatMap(({ rest }) => (rest === undefined ? [] : [rest]));
    return { rest: { ...node, items }, parts: splits.flatMap(({ parts }) => parts) };
  };

export function splitMap(node: MapNode, path: Path, gateOf: (key: string) => Gate): Split & { readonly rest: MapNode } {
  const splits = [...node.entries].map(([key, entry]) => ({ key, entry, ...gateOf(key)(entry.value, [...path, key]) }));
  const kept = splits.flatMap(({ key, entry, rest }) => (rest === undefined ? [] : [[key, { ...entry, value: rest }] as const]));
  return { rest: { ...node, entries: new Map(kept) }, parts: splits.flatMap(({ parts }) => parts) };
}
