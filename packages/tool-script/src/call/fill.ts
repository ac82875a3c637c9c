import { type Item, type Piece, readItem, readPieces } from '../check/template.js';
import type { Values } from '../script.js';

/** An argument, and whether its first character comes from values: of these properties. */
export interface Argument {
  readonly text: string;
  readonly begunBy: readonly string[];
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

const isGiven = (values: Values, name: string) =>
  Object.hasOwn(values, name) && values[name] !== undefined && values[name] !== null;

/** Fills the items of a list. An item with a value that the call leaves out is left out itself. */
export const fillItems = (items: readonly string[], values: Values): readonly Argument[] =>
  items.flatMap((item) => fillItem(readItem(item), values));

function fillItem(item: Item, values: Values): readonly Argument[] {
  if (item.kind === 'each') {
    const list: readonly unknown[] = Array.isArray(values[item.name]) ? (values[item.name] as readonly unknown[]) : [];
    return list.map((value) => ({ text: textOf(value), begunBy: [item.name] }));
  }
  if (item.kind === 'when' && values[item.name] !== true) return [];
  const text = fillPieces(item.pieces, values);
  return text === undefined ? [] : [{ text, begunBy: beginners(item.pieces, values) }];
}

/** Fills a text. `undefined`: a value of it is left out. */
function fillPieces(pieces: readonly Piece[], values: Values): string | undefined {
  if (pieces.some((piece) => typeof piece !== 'string' && !isGiven(values, piece.name))) return undefined;
  return pieces.map((piece) => (typeof piece === 'string' ? piece : textOf(values[piece.name]))).join('');
}

export const fillText = (text: string, values: Values): string | undefined => fillPieces(readPieces(text), values);

/** Fills a path. A list gives each of its values. */
export function fillPaths(text: string, values: Values): readonly string[] {
  const pieces = readPieces(text);
  const list = pieces
    .flatMap((piece) => (typeof piece === 'string' ? [] : [piece.name]))
    .find((name) => Array.isArray(values[name]));
  if (list === undefined) return [fillPieces(pieces, values)].filter((one) => one !== undefined);
  return (values[list] as readonly unknown[]).flatMap((value) => fillPaths(text, { ...values, [list]: value }));
}

/** The properties from which the first character of a text comes; none if it is written. */
function beginners(pieces: readonly Piece[], values: Values): readonly string[] {
  const names: string[] = [];
  for (const piece of pieces) {
    if (typeof piece === 'string') return piece === '' ? names : names.length === 0 ? [] : names;
    names.push(piece.name);
    if (textOf(values[piece.name]) !== '') return names;
  }
  return names;
}
