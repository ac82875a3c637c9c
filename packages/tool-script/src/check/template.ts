/** A part of a text: itself, or the name of a value. */
export type Piece = string | { readonly name: string };

/** One item of an argument list. */
export type Item =
  /** Becomes one argument. */
  | { readonly kind: 'one'; readonly pieces: readonly Piece[] }
  /** Becomes an argument for each value of a list. */
  | { readonly kind: 'each'; readonly name: string }
  /** Becomes one argument if the value is true, else none. */
  | { readonly kind: 'when'; readonly name: string; readonly pieces: readonly Piece[] };

const NAME = '[A-Za-z_][A-Za-z0-9_-]*';
const PIECES = new RegExp(`\\{\\{(${NAME})\\}\\}|\\{(${NAME})\\}`, 'g');
const EACH = new RegExp(`^\\{(${NAME})\\.\\.\\.\\}$`);
const WHEN = new RegExp(`^\\{\\?(${NAME})\\}([\\s\\S]*)$`);
const MISPLACED = new RegExp(`\\{(?:\\?${NAME}|${NAME}\\.\\.\\.)\\}`);

/** Reads a text with `{name}`. `{{name}}` is the text `{name}`; every other brace is itself. */
export function readPieces(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(PIECES)) {
    if (match.index > from) pieces.push(text.slice(from, match.index));
    const [whole, plain, name] = match;
    pieces.push(name === undefined ? `{${plain}}` : { name });
    from = match.index + whole.length;
  }
  if (from < text.length) pieces.push(text.slice(from));
  return pieces;
}

export function readItem(text: string): Item {
  const each = EACH.exec(text)?.[1];
  if (each !== undefined) return { kind: 'each', name: each };
  const [, name, word = ''] = WHEN.exec(text) ?? [];
  return name === undefined ? { kind: 'one', pieces: readPieces(text) } : { kind: 'when', name, pieces: readPieces(word) };
}

/** The first `{name...}` or `{?name}` of a text, which only items of a list have. */
export const itemForm = (text: string): string | undefined => MISPLACED.exec(text)?.[0];

/** The `{name...}` or `{?name}` that stands where only `{name}` has a meaning. */
export const misplaced = (text: string): string | undefined => {
  const rest = EACH.test(text) ? '' : (WHEN.exec(text)?.[2] ?? text);
  return itemForm(rest);
};

export const namesIn = (pieces: readonly Piece[]): readonly string[] =>
  pieces.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.name]));

export const namesOf = (item: Item): readonly string[] => [
  ...(item.kind === 'one' ? [] : [item.name]),
  ...(item.kind === 'each' ? [] : namesIn(item.pieces)),
];
