import { isMap, isScalar, type Pair, parseDocument, stringify, type YAMLMap } from 'yaml';
import { errors } from '../errors.js';

/** A plugin to mount, with the options of its entry. */
export interface NewPlugin {
  readonly mount: string;
  readonly use: string;
  readonly options?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Returns the text of a configuration with one more plugin. Only the part about the plugin changes: comments, order and layout
 * stay. Throws CONFIG_NOT_EDITED if the text cannot be changed safely.
 */
export function addPlugin(text: string, plugin: NewPlugin): string {
  const { mount } = plugin;
  const plugins = pluginsOf(text);
  if (plugins === undefined) return checked(beforeFirstKey(text, `plugins:\n${blockEntry(plugin, 2)}\n\n`), mount);
  if (!isMap(plugins.value)) {
    const end = endOfKey(plugins);
    return checked(`${text.slice(0, end)}\n${blockEntry(plugin, 2)}${text.slice(end)}`, mount);
  }
  const { items, flow, range } = plugins.value;
  const last = items.at(-1);
  if (flow === true) {
    const close = (range?.[1] ?? 0) - 1;
    const before = text.slice(0, close).trimEnd();
    return checked(
      `${before}${items.length === 0 ? '' : before.endsWith(',') ? '' : ','} ${flowEntry(plugin)} ${text.slice(close)}`,
      mount,
    );
  }
  const indent = column(text, startOf(last));
  const end = lineEnd(text, endOf(last));
  return checked(`${text.slice(0, end)}\n${blockEntry(plugin, indent)}${text.slice(end)}`, mount);
}

/** The entry in a map of one line. */
function flowEntry({ mount, use, options = {} }: NewPlugin): string {
  const value =
    Object.keys(options).length === 0
      ? JSON.stringify(use)
      : `{ use: ${JSON.stringify(use)}, options: ${JSON.stringify(options)} }`;
  return `${keyText(mount)}: ${value}`;
}

/** The entry as lines with this indent, without a line end. */
function blockEntry(plugin: NewPlugin, indent: number): string {
  const { mount, use, options = {} } = plugin;
  if (Object.keys(options).length === 0) return `${' '.repeat(indent)}${flowEntry(plugin)}`;
  const text = stringify({ [mount]: { use, options } }, { lineWidth: 0 });
  return text.trimEnd().replace(/^(?=.)/gm, ' '.repeat(indent));
}

/** Returns the text without the plugin, or `undefined` if no plugin is mounted under that name. */
export function removePlugin(text: string, mount: string): string | undefined {
  const plugins = pluginsOf(text);
  const map = plugins !== undefined && isMap(plugins.value) ? plugins.value : undefined;
  const pair = map?.items.find((one) => isScalar(one.key) && String(one.key.value) === mount);
  if (plugins === undefined || map === undefined || pair === undefined) return undefined;
  if (map.items.length === 1)
    return text.slice(0, lineStart(text, startOf(plugins))) + text.slice(lineEnd(text, endOf(plugins)) + 1);
  if (map.flow !== true) return text.slice(0, lineStart(text, startOf(pair))) + text.slice(lineEnd(text, endOf(pair)) + 1);
  const index = map.items.indexOf(pair);
  const next = map.items[index + 1];
  return next === undefined
    ? text.slice(0, endOf(map.items[index - 1])) + text.slice(endOf(pair))
    : text.slice(0, startOf(pair)) + text.slice(startOf(next));
}

type AnyPair = Pair<unknown, unknown>;

function pluginsOf(text: string): AnyPair | undefined {
  const document = parseDocument(text);
  const [problem] = document.errors;
  if (problem !== undefined) throw errors.CONFIG_NOT_EDITED({ problem: problem.message.split('\n', 1)[0] ?? '' });
  const top = document.contents as YAMLMap | null;
  if (!isMap(top) || top.flow === true) throw errors.CONFIG_NOT_EDITED({ problem: 'its top level is not a block map' });
  return top.items.find((one) => isScalar(one.key) && one.key.value === 'plugins');
}

/** Returns the text after checking that it has the intended meaning. Otherwise nothing is written. */
function checked(text: string, mount: string): string {
  const document = parseDocument(text);
  if (document.errors.length > 0 || !document.hasIn(['plugins', mount]))
    throw errors.CONFIG_NOT_EDITED({ problem: 'plugins is written in a form that the command does not support' });
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

const keyText = (mount: string): string => (/^[A-Za-z][\w-]*$/.test(mount) ? mount : JSON.stringify(mount));
