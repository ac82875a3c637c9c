import { isDeepStrictEqual } from 'node:util';
import { errors } from '@loadout/config';
import { isObject } from '@loadout/core';
import type { ConfigEntry } from '@loadout/core/commands';
import { isMap, isScalar, type Pair, parseDocument, stringify, type YAMLMap } from 'yaml';
import { withLineEnds } from './line-ends.js';

/**
 * Returns the text of a configuration with one more entry. Only the part about the entry changes: comments, order and layout
 * stay. Throws CONFIG_NOT_EDITED if the text cannot be changed safely.
 */
export const addEntry = (text: string, entry: ConfigEntry): string => withLineEnds(text, (lines) => withAdded(lines, entry));

function withAdded(text: string, entry: ConfigEntry): string {
  const { section } = entry;
  const found = sectionOf(text, section);
  if (found === undefined) return checked(beforeFirstKey(text, `${section}:\n${blockEntry(entry, 2)}\n\n`), entry);
  if (!isMap(found.value)) {
    const end = endOfKey(found);
    return checked(`${text.slice(0, end)}\n${blockEntry(entry, 2)}${text.slice(end)}`, entry);
  }
  const { items, flow, range } = found.value;
  const last = items.at(-1);
  if (flow === true) {
    const close = (range?.[1] ?? 0) - 1;
    const before = text.slice(0, close).trimEnd();
    return checked(
      `${before}${items.length === 0 ? '' : before.endsWith(',') ? '' : ','} ${flowEntry(entry)} ${text.slice(close)}`,
      entry,
    );
  }
  const indent = column(text, startOf(last));
  const end = lineEnd(text, endOf(last));
  return checked(`${text.slice(0, end)}\n${blockEntry(entry, indent)}${text.slice(end)}`, entry);
}

/** Returns the entries of a section as they are written. Throws CONFIG_NOT_EDITED if the text cannot be changed safely. */
export function entriesIn(text: string, section: string): Readonly<Record<string, unknown>> {
  if (sectionOf(text, section) === undefined) return {};
  const entries: unknown = (parseDocument(text).toJS() as Readonly<Record<string, unknown>>)[section];
  return isObject(entries) ? entries : {};
}

/** The entry in a map of one line. */
function flowEntry({ key, value }: ConfigEntry): string {
  const fields =
    typeof value === 'string' ? [] : Object.entries(value).map(([name, one]) => `${keyText(name)}: ${JSON.stringify(one)}`);
  return `${keyText(key)}: ${typeof value === 'string' ? JSON.stringify(value) : `{ ${fields.join(', ')} }`}`;
}

/** The entry as lines with this indent, without a line end. */
function blockEntry(entry: ConfigEntry, indent: number): string {
  const { key, value } = entry;
  if (typeof value === 'string') return `${' '.repeat(indent)}${flowEntry(entry)}`;
  return stringify({ [key]: value }, { lineWidth: 0 })
    .trimEnd()
    .replace(/^(?=.)/gm, ' '.repeat(indent));
}

/** Returns the text without the entry, or `undefined` if there is no such entry. */
export function removeEntry(text: string, { section, key }: Pick<ConfigEntry, 'section' | 'key'>): string | undefined {
  const found = sectionOf(text, section);
  const map = found !== undefined && isMap(found.value) ? found.value : undefined;
  const pair = map?.items.find((one) => isScalar(one.key) && String(one.key.value) === key);
  if (found === undefined || map === undefined || pair === undefined) return undefined;
  if (map.items.length === 1) return text.slice(0, lineStart(text, startOf(found))) + text.slice(lineEnd(text, endOf(found)) + 1);
  if (map.flow !== true) return text.slice(0, lineStart(text, startOf(pair))) + text.slice(lineEnd(text, endOf(pair)) + 1);
  const index = map.items.indexOf(pair);
  const next = map.items[index + 1];
  return next === undefined
    ? text.slice(0, endOf(map.items[index - 1])) + text.slice(endOf(pair))
    : text.slice(0, startOf(pair)) + text.slice(startOf(next));
}

type AnyPair = Pair<unknown, unknown>;

function sectionOf(text: string, section: string): AnyPair | undefined {
  const document = parseDocument(text);
  const [problem] = document.errors;
  if (problem !== undefined) throw errors.CONFIG_NOT_EDITED({ problem: problem.message.split('\n', 1)[0] ?? '' });
  const top = document.contents as YAMLMap | null;
  if (!isMap(top) || top.flow === true) throw errors.CONFIG_NOT_EDITED({ problem: 'its top level is not a block map' });
  return top.items.find((one) => isScalar(one.key) && one.key.value === section);
}

/** Returns the text after checking that it has the intended meaning. Otherwise nothing is written. */
function checked(text: string, { section, key, value }: ConfigEntry): string {
  const document = parseDocument(text);
  const read: unknown = document.errors.length > 0 ? undefined : document.toJS();
  const entries = isObject(read) ? read[section] : undefined;
  if (!isObject(entries) || !isDeepStrictEqual(entries[key], JSON.parse(JSON.stringify(value))))
    throw errors.CONFIG_NOT_EDITED({ problem: `${section} is written in a form that the command does not support` });
  return text;
}

function beforeFirstKey(text: string, added: string): string {
  const top = parseDocument(text).contents as YAMLMap;
  const start = startOf(top.items[0]);
  return text.slice(0, start) + added + text.slice(start);
}

const rangeOf = (node: unknown): readonly [number, number, number] | undefined =>
  typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range)
    ? (node.range as unknown as readonly [number, number, number])
    : undefined;
const startOf = (pair: AnyPair | undefined): number => rangeOf(pair?.key)?.[0] ?? 0;
const endOfKey = (pair: AnyPair): number => (rangeOf(pair.key)?.[1] ?? 0) + 1;
const endOf = (pair: AnyPair | undefined): number => rangeOf(pair?.value)?.[1] ?? rangeOf(pair?.key)?.[1] ?? 0;
const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1;
const column = (text: string, at: number): number => at - lineStart(text, at);

/** The end of a block map's last line, including the line break. */
function lineEnd(text: string, at: number): number {
  if (text[at - 1] === '\n') return at - 1;
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
}

const keyText = (key: string): string => (/^[A-Za-z][\w-]*$/.test(key) ? key : JSON.stringify(key));
