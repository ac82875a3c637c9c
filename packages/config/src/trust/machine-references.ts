import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { inHome } from '@loadout/core/run';
import { folderOf } from '../document/folder-of.js';
import { isList, isMap, isText, type MapNode, type Node, type Path, type ScalarNode } from '../document/node.js';
import { PLACES, partsOf, type Reference, type Part as TextPart } from '../interpolate/template.js';
import type { Part, Split } from './gate.js';
import { isInside } from './named-files.js';
import type { WatchedPaths } from './watched-paths.js';

/** A part that would insert a value of this machine into the input of an agent. */
export interface ReferencePart extends Part {
  /** The references as written: `${env:NAME}`, `${secret:NAME}`, the path of a file. */
  readonly reads: readonly string[];
}

export interface ReferenceContext {
  readonly root: string;
  readonly home: string;
  readonly looked: WatchedPaths;
  /** Collects the referenced files outside of the project. */
  readonly outside: Set<string>;
  /** Whether a file belongs to Loadout itself. */
  readonly isOwn: (file: string) => boolean;
}

export interface Withheld extends Split {
  readonly parts: readonly ReferencePart[];
}

/** Divides the free parts further: variables, secrets and files outside of the project wait for trust (decision 0015). */
export function withholdReferences(node: MapNode, context: ReferenceContext): Withheld {
  return visit(node, [], context);
}

function visit(node: Node, path: Path, context: ReferenceContext): Withheld {
  if (path[0] === 'secrets' || (path[0] === 'profiles' && path[2] === 'secrets')) return { rest: node, parts: [] };
  if (isText(node)) return visitText(node, path, context);
  if (isOutsideValue(node, context)) return outsideValue(node, path, context);
  const children: readonly (readonly [string | number, Node])[] = isMap(node)
    ? [...node.entries].map(([key, entry]) => [key, entry.value] as const)
    : isList(node)
      ? node.items.map((item, index) => [index, item] as const)
      : [];
  const splits = new Map(children.map(([key, value]) => [key, visit(value, [...path, key], context)] as const));
  const parts = [...splits.values()].flatMap((one) => one.parts);
  if (parts.length === 0) return { rest: node, parts };
  // The names of a file outside are its text too.
  if (isOfOutside(node, context) && [...splits.values()].every(({ rest }) => rest === undefined))
    return { rest: undefined, parts };
  // A waiting file removes its whole entry, because `{ file }` without the file would be an error of its own.
  if (isMap(node) && splits.get('file')?.rest === undefined && splits.has('file')) return { rest: undefined, parts };
  return { rest: rebuilt(node, splits), parts };
}

function rebuilt(node: Node, splits: ReadonlyMap<string | number, Withheld>): Node {
  if (isList(node)) return { ...node, items: node.items.flatMap((_, index) => splits.get(index)?.rest ?? []) };
  if (!isMap(node)) return node;
  const entries = [...node.entries].flatMap(([key, entry]) => {
    const value = splits.get(key)?.rest;
    return value === undefined ? [] : [[key, { ...entry, value }] as const];
  });
  return { ...node, entries: new Map(entries) };
}

/** Whether a node of a file outside of the project holds nothing else: a number, or an empty map. */
const isOutsideValue = (node: Node, context: ReferenceContext): boolean =>
  !(isMap(node) && node.entries.size > 0) && !(isList(node) && node.items.length > 0) && isOfOutside(node, context);

const isOfOutside = ({ place }: Node, context: ReferenceContext): boolean =>
  place.layer === 'project' && !context.isOwn(place.file) && isOutside(place.file, context);

function outsideValue(node: Node, path: Path, context: ReferenceContext): Withheld {
  context.outside.add(node.place.file);
  return { rest: undefined, parts: [waiting(node, path, [node.place.file])] };
}

type TextNode = ScalarNode & { value: string };

function visitText(node: TextNode, path: Path, context: ReferenceContext): Withheld {
  if (node.place.layer !== 'project') return { rest: node, parts: [] };
  if (isOfOutside(node, context)) return outsideValue(node, path, context);
  if (node.verbatim === true) return { rest: node, parts: [] };
  if (isFilePath(path)) return fileText(node, path, context);
  const parts = partsOf(node.value, path);
  const held = parts.filter((part): part is Reference => isHeld(part, node, { path, context }));
  if (held.length === 0) return { rest: node, parts: [] };
  const texts = new Set(held.map(({ text }) => text));
  const filled = parts.map((part) =>
    typeof part === 'string' ? part.replaceAll('$', '$$$$') : texts.has(part.text) ? insteadOf(part) : part.text,
  );
  return { rest: { ...node, value: narrowed(filled.join(''), { node, path }) }, parts: [waiting(node, path, [...texts])] };
}

/** Narrows a rule with unknown words: it applies to the whole tool. */
function narrowed(value: string, { node, path }: { readonly node: TextNode; readonly path: Path }): string {
  const last = path.at(-1);
  if (!path.includes('permissions') || (typeof last !== 'number' && last !== 'rule')) return value;
  const [tool = ''] = /^[^($]*/.exec(node.value) ?? [];
  return tool.trim() === '' ? value : tool.trim();
}

/** The default that the reference itself contains, else the reference as written. */
const insteadOf = (part: { readonly text: string; readonly fallback?: string | undefined }): string =>
  (part.fallback ?? part.text).replaceAll('$', '$$$$');

function isHeld(
  part: TextPart,
  { place }: TextNode,
  { path, context }: { readonly path: Path; readonly context: ReferenceContext },
): boolean {
  if (typeof part === 'string' || !('kind' in part)) return false;
  if (part.kind === 'env') return !(PLACES.has(part.name) && path.some((key) => key === 'permissions' || key === 'sandbox'));
  if (part.kind === 'secret') return true;
  return part.kind === 'file' && isNamedOutside(part.name, { from: place.file, context });
}

/** Whether the value at a path is a file whose text goes to the model or replaces a text that does. */
const isFilePath = (path: Path): boolean => {
  const [last] = path.slice(-1);
  return (
    (last === 'file' && path.includes('instructions')) || (path.includes('providers') && (last === 'file' || last === 'cassette'))
  );
};

function fileText(node: TextNode, path: Path, context: ReferenceContext): Withheld {
  const plain = node.value.replace(/\$\{configDir\}/g, folderOf(node.place.file));
  const isFree = !plain.includes('${') && !isNamedOutside(plain, { from: node.place.file, context });
  return isFree ? { rest: node, parts: [] } : { rest: undefined, parts: [waiting(node, path, [node.value])] };
}

function isNamedOutside(name: string, { from, context }: { readonly from: string; readonly context: ReferenceContext }): boolean {
  const file = resolve(folderOf(from), inHome(name, context.home));
  const outside = name.startsWith('~') || isOutside(file, context);
  if (outside) context.outside.add(file);
  return outside;
}

/** Whether a file is outside of the project. Follows links, also those of parent folders, and also for a missing file. */
function isOutside(file: string, { root, looked }: Pick<ReferenceContext, 'root' | 'looked'>): boolean {
  looked.note(file);
  return !isInside(realPlace(file), root);
}

/** The real path of a file, or the path that it would have. */
export function realPlace(file: string): string {
  try {
    return realpathSync.native(file);
  } catch {
    const above = dirname(file);
    return above === file ? file : join(realPlace(above), basename(file));
  }
}

const waiting = (node: Node, path: Path, reads: readonly string[]): ReferencePart => ({
  path,
  node: { kind: 'scalar', place: node.place, value: reads.join(' ') },
  reads,
});
