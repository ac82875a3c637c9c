import { type Alias, isAlias, isCollection, isMap, isNode, isScalar, isSeq, type YAMLMap, type YAMLSeq } from 'yaml';
import { isForbiddenKey } from '../document/from-value.js';
import { describe, type Entry, type Node, type Path, type Place, type Scalar } from '../document/node.js';
import type { Report } from '../document/report.js';
import { errors } from '../errors.js';
import { lostLine } from './lost-line.js';

/** The number of values that aliases may add to those in the file. The limit allows honest reuse and stops a YAML bomb. */
const MAX_FROM_ALIASES = 5_000;

interface Context {
  readonly text: string;
  readonly report: Report;
  place(offset: number, length: number): Place;
}

interface Reading extends Context {
  readonly anchors: Map<string, { node: Node; size: number } | 'open'>;
  fromAliases: number;
}

interface Sized {
  readonly node: Node;
  readonly size: number;
}

/** Converts the parser's tree to our document: checks keys and follows aliases. */
export function fromYaml(root: unknown, context: Context): Node {
  return visit(root, [], { ...context, anchors: new Map(), fromAliases: 0 }).node;
}

function visit(node: unknown, path: Path, run: Reading): Sized {
  if (isAlias(node)) return follow(node, path, run);
  const anchor = (isScalar(node) || isCollection(node)) && node.anchor ? node.anchor : undefined;
  if (anchor !== undefined) run.anchors.set(anchor, 'open');
  const read = isMap(node) ? visitMap(node, path, run) : isSeq(node) ? visitList(node, path, run) : visitScalar(node, path, run);
  if (anchor !== undefined) run.anchors.set(anchor, read);
  return read;
}

function visitScalar(node: unknown, path: Path, run: Reading): Sized {
  refuseLostLine(node, path, { ...run, isInBrackets: false });
  const value = isScalar(node) && isPlain(node.value) ? node.value : null;
  const broken = isScalar(node) && node.tag !== undefined ? { broken: true } : {};
  return { node: { kind: 'scalar', place: spanOf(node, run), value, ...broken }, size: 1 };
}

/** Reports the line of a plain text by which a key or an item would vanish without a word. */
function refuseLostLine(
  node: unknown,
  path: Path,
  { text, report, place, isInBrackets }: Context & { readonly isInBrackets: boolean },
): void {
  const [start, end] = isScalar(node) && node.type === 'PLAIN' ? (node.range ?? [0, 0]) : [0, 0];
  const lost = lostLine(text.slice(start, end), { isInBrackets });
  if (lost === undefined) return;
  report.error(errors.CONFIG_SYNTAX({ ...lost, format: 'YAML' }), { path, place: place(start + lost.offset, lost.length) });
}

function visitList(node: YAMLSeq, path: Path, run: Reading): Sized {
  const items = node.items.map((item, index) => {
    if (node.flow === true) refuseLostLine(item, [...path, index], { ...run, isInBrackets: true });
    return visit(item, [...path, index], run);
  });
  return { node: { kind: 'list', place: spanOf(node, run), items: items.map((item) => item.node) }, size: total(items) };
}

function visitMap(node: YAMLMap, path: Path, run: Reading): Sized {
  const entries = new Map<string, Entry>();
  const read: Sized[] = [];
  for (const pair of node.items) {
    const key = readKey(pair.key, path, run);
    if (key === undefined) continue;
    const first = entries.get(key.name);
    if (first !== undefined) {
      const duplicate = errors.CONFIG_DUPLICATE_KEY({ key: key.name, line: first.key.line });
      run.report.error(duplicate, { path: [...path, key.name], place: key.place });
      continue;
    }
    const value = visit(pair.value, [...path, key.name], run);
    read.push(value);
    const empty = pair.value === null || (isScalar(pair.value) && pair.value.source === '');
    entries.set(key.name, { key: key.place, value: empty ? { ...value.node, place: key.place } : value.node });
  }
  return { node: { kind: 'map', place: spanOf(node, run), entries }, size: total(read) };
}

function readKey(key: unknown, path: Path, run: Reading): { name: string; place: Place } | undefined {
  const place = spanOf(key, run);
  const value = isScalar(key) ? key.value : undefined;
  if (typeof value !== 'string') {
    const kind = isAlias(key) ? 'an alias' : isMap(key) ? 'a map' : isSeq(key) ? 'a list' : describe(value);
    const quoted = typeof value === 'number' || typeof value === 'boolean' ? JSON.stringify(String(value)) : undefined;
    run.report.error(errors.CONFIG_KEY_NOT_TEXT({ found: kind, quoted }), { path, place });
    return undefined;
  }
  if (isForbiddenKey(value)) {
    run.report.error(errors.CONFIG_KEY_FORBIDDEN({ key: value }), { path: [...path, value], place });
    return undefined;
  }
  return { name: value, place };
}

function follow(alias: Alias, path: Path, run: Reading): Sized {
  const name = alias.source;
  const target = run.anchors.get(name);
  const place = spanOf(alias, run);
  const empty: Sized = { node: { kind: 'scalar', place, value: null, broken: true }, size: 1 };
  const fail = (problem: string) => {
    run.report.error(errors.CONFIG_ALIAS({ name, problem }), { path, place });
    return empty;
  };
  if (target === undefined) return fail('names no anchor that stands above it');
  if (target === 'open') return fail('stands inside the value that it names');
  const before = run.fromAliases;
  run.fromAliases += target.size;
  if (run.fromAliases <= MAX_FROM_ALIASES) return target;
  return before > MAX_FROM_ALIASES ? empty : fail(`makes the file more than ${MAX_FROM_ALIASES} values larger`);
}

/** The part of the value that is on its first line. */
function spanOf(node: unknown, run: Reading): Place {
  const range = isNode(node) ? node.range : undefined;
  const [start, end] = range ?? [0, 1];
  const line = run.text.slice(start, Math.min(end, start + 200)).split(/[\r\n]/, 1)[0] ?? '';
  return run.place(start, Math.max(1, line.length));
}

const total = (parts: readonly Sized[]): number => parts.reduce((sum, part) => sum + part.size, 1);
const isPlain = (value: unknown): value is Scalar =>
  value === null || typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number';
