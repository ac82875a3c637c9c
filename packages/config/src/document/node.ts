import { isObject, type Position } from '@loadout/core';
import { clipped, type PermissionLayer } from '@loadout/core/run';

/** A place that can be underlined, and the authority that wrote it. */
export interface Place extends Position {
  readonly length: number;
  readonly layer: PermissionLayer;
  /** Marks another tool's file: unsupported parts are reported, but are not errors. */
  readonly foreign?: true | undefined;
}

/** Values of flags carry a name in parentheses instead of a file. */
export const isFileless = (position: Position): boolean => position.file.startsWith('(');

/** Returns the place of a whole file. */
export const startOf = (file: string, layer: PermissionLayer = 'project'): Place => ({
  file,
  line: 1,
  column: 1,
  length: 1,
  layer,
});

/** Returns the position of a place, if the place is in a file. */
export function positionIn(place: Place | undefined): Position | undefined {
  if (place === undefined || isFileless(place)) return undefined;
  const { file, line, column } = place;
  return { file, line, column };
}

export const positionText = ({ file, line, column }: Position): string => `${file}:${line}:${column}`;

export type Scalar = string | number | boolean | null;
export type Data = Scalar | readonly Data[] | { readonly [key: string]: Data };

export interface ScalarNode {
  readonly kind: 'scalar';
  readonly place: Place;
  readonly value: Scalar;
  /** The text to show instead of `value`. */
  readonly masked?: string;
  /** Reading this value failed and was reported, so further problems with it are not reported. */
  readonly broken?: boolean;
  /** The text comes from a file of its own, in which `${…}` has no meaning. */
  readonly verbatim?: boolean;
}

export interface ListNode {
  readonly kind: 'list';
  readonly place: Place;
  readonly items: readonly Node[];
}

export interface Entry {
  readonly key: Place;
  readonly value: Node;
}

export interface MapNode {
  readonly kind: 'map';
  readonly place: Place;
  readonly entries: ReadonlyMap<string, Entry>;
}

export type Node = ScalarNode | ListNode | MapNode;
export type Path = readonly (string | number)[];

export const emptyMap = (place: Place): MapNode => ({ kind: 'map', place, entries: new Map() });

/** A map of those values that are defined. */
export function mapOf(place: Place, values: Readonly<Record<string, Node | undefined>>): MapNode {
  const entries = Object.entries(values).flatMap(([key, value]): [string, Entry][] =>
    value === undefined ? [] : [[key, { key: value.place, value }]],
  );
  return { kind: 'map', place, entries: new Map(entries) };
}

export const isMap = (node: Node | undefined): node is MapNode => node?.kind === 'map';
/** Returns a path of the configuration as it is without profiles: a part of a profile is in its section. */
export const outsideProfile = <Key extends PropertyKey>(path: readonly Key[]): readonly Key[] =>
  path[0] === 'profiles' ? path.slice(2) : path;

/** Returns the path of the entry of a section that a path leads into, such as a mount or a server. */
export const entryPath = (path: Path): Path => path.slice(0, path[0] === 'profiles' ? 4 : 2);

export const isList = (node: Node | undefined): node is ListNode => node?.kind === 'list';
export const isText = (node: Node | undefined): node is ScalarNode & { value: string } =>
  node?.kind === 'scalar' && typeof node.value === 'string';
export const isNull = (node: Node | undefined): boolean => node?.kind === 'scalar' && node.value === null;

export function child(node: Node | undefined, key: string | number): Node | undefined {
  if (isMap(node)) return node.entries.get(String(key))?.value;
  return isList(node) && typeof key === 'number' ? node.items[key] : undefined;
}

export const at = (node: Node | undefined, path: Path): Node | undefined => path.reduce<Node | undefined>(child, node);

/** The values of a node that hold no others, with their paths. */
export function* leavesOf(node: Node, path: Path = []): Generator<readonly [Path, ScalarNode]> {
  if (node.kind === 'scalar') yield [path, node];
  else if (node.kind === 'list') for (const [index, item] of node.items.entries()) yield* leavesOf(item, [...path, index]);
  else for (const [key, { value }] of node.entries) yield* leavesOf(value, [...path, key]);
}

/** The part of plain data at a path, or `undefined` if there is none. */
export const dataAt = (data: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<string, unknown>)[key]
        : undefined,
    data,
  );

/** The map at a path of plain data; an empty one if there is none. */
export function mapAt(data: unknown, path: Path): Readonly<Record<string, unknown>> {
  const found = dataAt(data, path);
  return isObject(found) ? found : {};
}

/**
 * Returns a copy of the map with one entry set, or removed if the value is `undefined`. The new entry keeps the old key's place.
 */
export function withEntry(map: MapNode, change: { key: string; value: Node | undefined }): MapNode {
  const entries = new Map(map.entries);
  if (change.value === undefined) entries.delete(change.key);
  else entries.set(change.key, { key: entries.get(change.key)?.key ?? change.value.place, value: change.value });
  return { ...map, entries };
}

/** Formats a path, such as `agents.reviewer.tools[0]`. Keys with unusual characters are quoted. */
export function dotted(path: Path): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    if (!/^[\w$@/*-]+$/.test(key)) return `${text}[${JSON.stringify(key)}]`;
    return text === '' ? key : `${text}.${key}`;
  }, '');
}

export function describe(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'empty';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a map';
  if (typeof value === 'string') return `the text ${JSON.stringify(clipped(value, 60))}`;
  return typeof value === 'number' ? `the number ${value}` : String(value);
}
