import type { Place } from '@loadout/config/documents';
import type { AST } from 'toml-eslint-parser';
import { errors } from './errors.js';

type Scalar = { readonly kind: 'scalar'; readonly place: Place; readonly value: string | number | boolean };
type List = { readonly kind: 'list'; readonly place: Place; readonly items: Built[] };
export type TomlMap = { readonly kind: 'map'; readonly place: Place; readonly entries: Map<string, Entry> };
type Built = Scalar | List | TomlMap;
type Entry = { readonly key: Place; value: Built };

/** Reads TOML as a document whose values have their places. Throws IMPORT_TOML. */
export async function readToml(text: string, file: string): Promise<TomlMap> {
  const { parseTOML } = await import('toml-eslint-parser');
  let program: AST.TOMLProgram;
  try {
    program = parseTOML(text);
  } catch (cause) {
    // The parser calls itself for each level.
    if (cause instanceof RangeError) throw tooDeep(file, { line: 1, column: 1 });
    const { message, lineNumber, column } = cause as { message: string; lineNumber?: number; column?: number };
    throw errors.IMPORT_TOML({ file, line: lineNumber ?? 1, column: (column ?? 0) + 1, problem: message }, { cause });
  }
  const at = ({ loc }: AST.TOMLNode): Place => {
    const length = loc.start.line === loc.end.line ? Math.max(1, loc.end.column - loc.start.column) : 1;
    return { file, line: loc.start.line, column: loc.start.column + 1, length, layer: 'project' };
  };
  const [top] = program.body;
  const root = mapAt(at(program));
  for (const node of top.body) {
    if (node.type === 'TOMLKeyValue') put(node, root, at);
    else {
      const table = tableOf(node.resolvedKey, { root, place: at(node.key) });
      for (const one of node.body) put(one, table, at);
    }
  }
  return root;
}

type At = (node: AST.TOMLNode) => Place;

/** The most levels, as in a configuration. */
const MAX_DEPTH = 64;

const tooDeep = (file: string, { line, column }: Pick<Place, 'line' | 'column'>) =>
  errors.IMPORT_TOO_DEEP({ file, line, column, limit: MAX_DEPTH });

const mapAt = (place: Place): TomlMap => ({ kind: 'map', place, entries: new Map() });

/** The table of a header. The parser numbers the tables of a list. */
function tableOf(key: readonly (string | number)[], { root, place }: { readonly root: TomlMap; readonly place: Place }): TomlMap {
  if (key.length > MAX_DEPTH) throw tooDeep(place.file, place);
  let current: Built = root;
  for (const [index, part] of key.entries()) {
    const empty: Built = typeof key[index + 1] === 'number' ? { kind: 'list', place, items: [] } : mapAt(place);
    if (current.kind === 'map' && typeof part === 'string') {
      const entry: Entry = current.entries.get(part) ?? { key: place, value: empty };
      current.entries.set(part, entry);
      current = entry.value;
    } else if (current.kind === 'list' && typeof part === 'number') {
      const item: Built = current.items[part] ?? empty;
      current.items[part] = item;
      current = item;
    }
  }
  return current.kind === 'map' ? current : root;
}

/** Puts a pair into a table. A key with dots makes tables of its own. */
function put({ key, value }: AST.TOMLKeyValue, table: TomlMap, at: At, depth = 1): void {
  const names = key.keys.map((one) => (one.type === 'TOMLBare' ? one.name : one.value));
  const place = at(key);
  const inner = tableOf(names.slice(0, -1), { root: table, place });
  inner.entries.set(names.at(-1) ?? '', { key: place, value: builtFrom(value, at, depth) });
}

function builtFrom(node: AST.TOMLContentNode, at: At, depth: number): Built {
  const place = at(node);
  if (depth > MAX_DEPTH) throw tooDeep(place.file, place);
  if (node.type === 'TOMLArray') return { kind: 'list', place, items: node.elements.map((one) => builtFrom(one, at, depth + 1)) };
  if (node.type === 'TOMLInlineTable') {
    const table = mapAt(place);
    for (const one of node.body) put(one, table, at, depth + 1);
    return table;
  }
  return { kind: 'scalar', place, value: node.value instanceof Date ? node.value.toISOString() : node.value };
}
