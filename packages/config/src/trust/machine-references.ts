import { resolve } from 'node:path';
import { inHome } from '@loadout/core/run';
import { folderOf } from '../document/folder-of.js';
import {
  child,
  isList,
  isMap,
  isText,
  type MapNode,
  type Node,
  outsideProfile,
  type Path,
  type ScalarNode,
} from '../document/node.js';
import { PLACES, partsOf, type Reference, type Part as TextPart } from '../interpolate/template.js';
import { each, free, type Gate, type Part, type Split } from './gate.js';
import { isBeyond } from './named-files.js';
import type { WatchedPaths } from './watched-paths.js';

export interface ReferenceContext {
  readonly root: string;
  readonly home: string;
  readonly watched: WatchedPaths;
  /** Collects the referenced files outside of the project. */
  readonly outside: Set<string>;
  /** Whether a file belongs to Loadout itself. */
  readonly isOwn: (file: string) => boolean;
}

/** Divides the free parts further: variables, secrets and files outside of the project wait for trust (decision 0015). */
export const withholdReferences = (node: MapNode, context: ReferenceContext): Split => referenceGate(context)(node, []);

function referenceGate(context: ReferenceContext): Gate {
  const gate: Gate = (node, path) => {
    if (outsideProfile(path)[0] === 'secrets') return free(node, path);
    if (isText(node)) return visitText(node, path, context);
    if (isOutsideValue(node, context)) return outsideValue(node, path, context);
    if (node.kind === 'scalar') return free(node, path);
    const { rest, parts } = each(gate)(node, path);
    // A waiting file removes its whole entry, because `{ file }` without the file would be an error of its own. The names of a file outside are
    // its text too.
    const isGone = child(node, 'file') !== undefined && child(rest, 'file') === undefined;
    const isEmptied = parts.length > 0 && isOfOutside(node, context) && isEmpty(rest);
    return { rest: isGone || isEmptied ? undefined : rest, parts };
  };
  return gate;
}

const isEmpty = (node: Node | undefined): boolean =>
  isMap(node) ? node.entries.size === 0 : !isList(node) || node.items.length === 0;

/** Whether a node of a file outside of the project holds nothing else: a number, or an empty map. */
const isOutsideValue = (node: Node, context: ReferenceContext): boolean => isEmpty(node) && isOfOutside(node, context);

const isOfOutside = ({ place }: Node, context: ReferenceContext): boolean =>
  place.layer === 'project' && !context.isOwn(place.file) && isOutside(place.file, context);

function outsideValue(node: Node, path: Path, context: ReferenceContext): Split {
  context.outside.add(node.place.file);
  return { rest: undefined, parts: [waiting(node, path, [node.place.file])] };
}

type TextNode = ScalarNode & { value: string };

function visitText(node: TextNode, path: Path, context: ReferenceContext): Split {
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

function fileText(node: TextNode, path: Path, context: ReferenceContext): Split {
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

function isOutside(file: string, { root, watched }: Pick<ReferenceContext, 'root' | 'watched'>): boolean {
  watched.note(file);
  return isBeyond(file, root);
}

const waiting = (node: Node, path: Path, reads: readonly string[]): Part => ({
  path,
  node: { kind: 'scalar', place: node.place, value: reads.join(' ') },
  reads,
});
