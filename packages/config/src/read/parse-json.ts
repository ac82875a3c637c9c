import { clipped, type PermissionLayer } from '@loadout/core/run';
import { flatten } from '../document/flatten.js';
import { isForbiddenKey, MAX_DEPTH } from '../document/from-value.js';
import type { Entry, Node, Place, Scalar } from '../document/node.js';
import { Report } from '../document/report.js';
import { errors } from '../errors.js';

interface JsonSource {
  readonly file: string;
  readonly layer: PermissionLayer;
  readonly report: Report;
}

interface Token {
  readonly text: string;
  readonly index: number;
  readonly place: Place;
}

/** The first problem of a text. Reading stops there, because the rest could mean anything. */
class Unreadable extends Error {
  constructor(
    readonly problem: Parameters<Report['error']>[0],
    readonly place: Place,
  ) {
    super();
  }
}

/**
 * Parses JSON with comments and trailing commas into a document with positions. A text with nothing but blanks and comments is
 * null. Reports the first problem of any other text, and returns nothing: a text is never read in a second way, in which a
 * rule could become part of a key (decision 0089).
 */
export function parseJson(given: string, source: JsonSource): Node | undefined {
  const text = given.replace(BYTE_ORDER_MARK, ' ');
  const tokens = tokensOf(text, source);
  try {
    const first = tokens.next().value;
    if (first.text === '') return { kind: 'scalar', place: { ...first.place, line: 1, column: 1 }, value: null };
    const node = readValue({ text, tokens, depth: 0 }, first);
    const rest = tokens.next().value;
    if (rest.text !== '') refuse(rest, { problem: `${shown(rest)} stands after the end of the value` });
    return node;
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    source.report.error(error.problem, { path: [], place: error.place });
    return undefined;
  }
}

const BYTE_ORDER_MARK = /^\uFEFF/;
const TOKEN = /"[^"\\\r\n]*(?:\\[^\r\n][^"\\\r\n]*)*"?|[{}[\],:]|\/\/[^\r\n]*|\/\*[\s\S]*?(?:\*\/|$)|[^ \t\r\n{}[\],:"/]+|\//g;

/** The longest underlined part of a line. */
const MAX_SPAN = 200;

/** The tokens of a text but its comments, and then an empty token at the end of the text for ever. */
function* tokensOf(text: string, { file, layer }: JsonSource): Generator<Token, never> {
  let [line, start, newline] = [1, 0, text.indexOf('\n')];
  const at = (index: number, length: number): Place => {
    while (newline !== -1 && newline < index) {
      line++;
      start = newline + 1;
      newline = text.indexOf('\n', start);
    }
    return { file, line, column: index - start + 1, length: Math.min(length, MAX_SPAN), layer };
  };
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const place = at(index, token.length);
    if (token.startsWith('/*') && (token.length < 4 || !token.endsWith('*/')))
      throw new Unreadable(syntax({ problem: 'a comment is not closed', fix: 'Close it with */.' }), { ...place, length: 2 });
    if (!token.startsWith('//') && !token.startsWith('/*')) yield { text: token, index, place };
  }
  const end = { text: '', index: text.length, place: at(text.trimEnd().length, 1) };
  while (true) yield end;
}

const syntax = (problem: { readonly problem: string; readonly fix?: string }) =>
  errors.CONFIG_SYNTAX({ ...problem, format: 'JSON' });

function refuse({ place }: Token, problem: Parameters<typeof syntax>[0]): never {
  throw new Unreadable(syntax(problem), place);
}

const shown = ({ text }: Token): string => (text === '' ? 'the end of the file' : clipped(text, 40));

interface Reading {
  readonly text: string;
  readonly tokens: Iterator<Token, never>;
  readonly depth: number;
}

const next = ({ tokens }: Reading): Token => tokens.next().value;

function readValue(reading: Reading, first: Token): Node {
  if (first.text !== '[' && first.text !== '{') return { kind: 'scalar', place: first.place, value: scalarOf(first) };
  if (reading.depth > MAX_DEPTH) throw new Unreadable(errors.CONFIG_TOO_DEEP({ limit: MAX_DEPTH }), first.place);
  const inside = { ...reading, depth: reading.depth + 1 };
  return first.text === '[' ? readList(first, inside) : readMap(first, inside);
}

function scalarOf(token: Token): Scalar {
  try {
    const value = JSON.parse(token.text) as Scalar;
    if (typeof value !== 'number' || Number.isFinite(value)) return value;
  } catch {
    // The parser's own message names an offset, which nobody can find.
  }
  return refuse(token, problemOf(token));
}

function problemOf(token: Token): Parameters<typeof syntax>[0] {
  const { text } = token;
  if (/^"(?:[^"\\]|\\.)*$/.test(text)) return { problem: 'a quote is not closed on its line', fix: 'Close it with ".' };
  if (text.startsWith('"'))
    return { problem: 'a text contains an unknown escape or a control character', fix: 'Write \\\\ for a backslash.' };
  if (text.startsWith("'")) return { problem: 'a text begins with a single quote', fix: 'Write texts in double quotes.' };
  const fix = /^[A-Za-z_$]/.test(text) ? 'Put a text in double quotes.' : undefined;
  return { problem: `expected a value, but found ${shown(token)}`, ...(fix === undefined ? {} : { fix }) };
}

/** Reads items up to the closing sign, with a comma between each two, and perhaps after the last. */
function readItems(open: Token, reading: Reading, read: (first: Token) => void): Token {
  const close = open.text === '{' ? '}' : ']';
  const following = () => {
    const token = next(reading);
    const problem = `a ${open.text === '{' ? 'map' : 'list'} that began with ${open.text} is not closed`;
    return token.text === '' ? refuse(open, { problem, fix: `Add the ${close}.` }) : token;
  };
  let token = following();
  while (token.text !== close) {
    read(token);
    token = following();
    if (token.text === ',') token = following();
    else if (token.text !== close)
      refuse(token, {
        problem: `expected a comma or ${close}, but found ${shown(token)}`,
        fix: `Add the comma, or the ${close}.`,
      });
  }
  return token;
}

function readList(open: Token, reading: Reading): Node {
  const items: Node[] = [];
  const close = readItems(open, reading, (first) => items.push(readValue(reading, first)));
  return { kind: 'list', place: spanOf(open, close, reading), items };
}

function readMap(open: Token, reading: Reading): Node {
  const entries = new Map<string, Entry>();
  const close = readItems(open, reading, (key) => {
    const name = readKey(key, entries);
    const colon = next(reading);
    if (colon.text !== ':') refuse(colon, { problem: `expected a colon after the key ${shown(key)}, but found ${shown(colon)}` });
    entries.set(name, { key: key.place, value: readValue(reading, next(reading)) });
  });
  return { kind: 'map', place: spanOf(open, close, reading), entries };
}

function readKey(token: Token, entries: ReadonlyMap<string, Entry>): string {
  if (!token.text.startsWith('"') && !token.text.startsWith("'"))
    refuse(token, { problem: `expected a key in double quotes, but found ${shown(token)}`, fix: 'Put keys in double quotes.' });
  const name = String(scalarOf(token));
  if (isForbiddenKey(name)) throw new Unreadable(errors.CONFIG_KEY_FORBIDDEN({ key: name }), token.place);
  const first = entries.get(name);
  if (first === undefined) return name;
  throw new Unreadable(errors.CONFIG_DUPLICATE_KEY({ key: name, line: first.key.line }), token.place);
}

/** The part of a value that is on its first line. */
function spanOf(open: Token, close: Token, { text }: Reading): Place {
  const [line = ''] = text.slice(open.index, Math.min(close.index + 1, open.index + MAX_SPAN)).split(/[\r\n]/, 1);
  return { ...open.place, length: line.length };
}

/**
 * Returns the plain value of a JSON text, which may have comments and trailing commas. An empty text is `null`. Throws an error
 * that names the line and the column.
 */
export function jsonValue(text: string): unknown {
  const report = new Report();
  const node = parseJson(text, { file: 'text', layer: 'flag', report });
  if (node !== undefined) return flatten(node).data;
  const [problem] = report.errors;
  throw new Error(
    `${problem?.message.replace(/\.$/, '')} (line ${problem?.position?.line}, column ${problem?.position?.column})`,
  );
}
