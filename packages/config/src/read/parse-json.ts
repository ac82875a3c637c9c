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

/** Thrown for problems that the YAML parser reports better: duplicate keys, forbidden keys, too deep nesting. */
class NotForJson extends Error {}

/**
 * Parses JSON into a document with positions, as `parseYaml` does. Avoids loading the YAML parser, which takes longer than
 * reading all files of a project. Returns nothing for any invalid text; `parseYaml` then reports the problem.
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

/** The tokens of valid JSON. */
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

/** The longest underlined part of a line. */
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

/** The part of a value that is on its first line. */
function spanOf(open: Token, close: Token, { text }: Reading): Place {
  const [line = ''] = text.slice(open.index, Math.min(close.index + 1, open.index + MAX_SPAN)).split(/[\r\n]/, 1);
  return { ...open.place, length: line.length };
}
