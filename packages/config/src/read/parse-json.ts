import type { PermissionLayer } from '@loadout/core';
import { isForbiddenKey, MAX_DEPTH } from '../document/from-value.js';
import type { Entry, Node, Place, Scalar } from '../document/node.js';

interface JsonSource {
  readonly file: string;
  readonly layer: PermissionLayer;
}

interface Token {
  readonly text: string;
  readonly index: number;
  readonly place: Place;
}

/** What the other parser says better: two of one key, a key that is not allowed, too deep. */
class NotForJson extends Error {}

/**
 * JSON as a document that knows where everything stands, as `parseYaml` makes it, without loading that parser: to load it takes
 * longer than to read all files of a project. Nothing for text in which anything is wrong: what it is is for `parseYaml` to say.
 */
export function parseJson(text: string, source: JsonSource): Node | undefined {
  try {
    JSON.parse(text);
    return readValue({ text, tokens: tokensOf(text, source), depth: 0 });
  } catch (error) {
    if (error instanceof NotForJson || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** Of text that is JSON. */
function* tokensOf(text: string, { file, layer }: JsonSource): Generator<Token, undefined> {
  let [line, start, newline] = [1, 0, text.indexOf('\n')];
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    while (newline !== -1 && newline < index) {
      line++;
      start = newline + 1;
      newline = text.indexOf('\n', start);
    }
    const length = Math.min(token.length, MAX_SPAN);
    yield { text: token, index, place: { file, line, column: index - start + 1, length, layer } };
  }
  return undefined;
}

/** No more of a line is underlined. */
const MAX_SPAN = 200;

interface Reading {
  readonly text: string;
  readonly tokens: Iterator<Token, undefined>;
  readonly depth: number;
}

function next({ tokens }: Reading): Token {
  const { value } = tokens.next();
  if (value === undefined) throw new NotForJson();
  return value;
}

function readValue(reading: Reading, first: Token = next(reading)): Node {
  if (reading.depth > MAX_DEPTH) throw new NotForJson();
  const inside = { ...reading, depth: reading.depth + 1 };
  if (first.text === '[') return readList(first, inside);
  if (first.text === '{') return readMap(first, inside);
  return { kind: 'scalar', place: first.place, value: JSON.parse(first.text) as Scalar };
}

function readList(open: Token, reading: Reading): Node {
  const items: Node[] = [];
  let token = next(reading);
  while (token.text !== ']') {
    items.push(readValue(reading, token.text === ',' ? next(reading) : token));
    token = next(reading);
  }
  return { kind: 'list', place: spanOf(open, token, reading), items };
}

function readMap(open: Token, reading: Reading): Node {
  const entries = new Map<string, Entry>();
  let token = next(reading);
  while (token.text !== '}') {
    const key = token.text === ',' ? next(reading) : token;
    const name = JSON.parse(key.text) as string;
    if (entries.has(name) || isForbiddenKey(name)) throw new NotForJson();
    next(reading);
    entries.set(name, { key: key.place, value: readValue(reading) });
    token = next(reading);
  }
  return { kind: 'map', place: spanOf(open, token, reading), entries };
}

/** The part of it that is on its first line. */
function spanOf(open: Token, close: Token, { text }: Reading): Place {
  const [line = ''] = text.slice(open.index, Math.min(close.index + 1, open.index + MAX_SPAN)).split(/[\r\n]/, 1);
  return { ...open.place, length: line.length };
}
