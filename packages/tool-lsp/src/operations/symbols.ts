import { isObject } from '@loadout/core';
import { oneLine, placeOf, startOf } from '../server/untrusted.js';
import { type Location, locationOf } from './locations.js';
import type { Entry, Found } from './report.js';

const MOST_DEPTH = 20;

const KINDS = [
  ...['symbol', 'file', 'module', 'namespace', 'package', 'class', 'method', 'property', 'field', 'constructor', 'enum'],
  ...['interface', 'function', 'variable', 'constant', 'string', 'number', 'boolean', 'array', 'object', 'key', 'null'],
  ...['enum member', 'struct', 'event', 'operator', 'type parameter'],
];

/** The symbols of a file, nested symbols after their parent. Flat lists, which some servers send, stay as they are. */
export function documentSymbols(
  answer: unknown,
  { uri, depth = 0 }: { readonly uri: string; readonly depth?: number },
): readonly Found[] {
  if (!Array.isArray(answer) || depth > MOST_DEPTH) return [];
  return answer.flatMap((one: unknown) => {
    const found = isObject(one) && one.location === undefined ? treeSymbol(one, { uri, depth }) : listedSymbol(one);
    const children = isObject(one) ? documentSymbols(one.children, { uri, depth: depth + 1 }) : [];
    return found === undefined ? children : [found, ...children];
  });
}

export function workspaceSymbols(answer: unknown): readonly Found[] {
  return Array.isArray(answer) ? answer.flatMap((one: unknown) => listedSymbol(one) ?? []) : [];
}

/** An item of a call hierarchy, which has the same parts. */
export function callItem(item: unknown): Found | undefined {
  return isObject(item) && typeof item.uri === 'string' ? treeSymbol(item, { uri: item.uri, depth: 0 }) : undefined;
}

function treeSymbol(one: Record<string, unknown>, { uri, depth }: { uri: string; depth: number }): Found | undefined {
  const place = startOf(one.selectionRange ?? one.range);
  const detail = typeof one.detail === 'string' && one.detail !== '' ? oneLine(one.detail, 100) : undefined;
  return place === undefined ? undefined : { uri, place, depth, detail, ...named(one) };
}

/** Its place may be the file only, which is then its first line. */
function listedSymbol(one: unknown): Found | undefined {
  if (!isObject(one) || !isObject(one.location) || typeof one.location.uri !== 'string') return undefined;
  const place = locationOf(one.location)?.place ?? placeOf({ line: 0, character: 0 });
  const container =
    typeof one.containerName === 'string' && one.containerName !== '' ? `in ${oneLine(one.containerName, 100)}` : undefined;
  return place === undefined ? undefined : { uri: one.location.uri, place, depth: 0, detail: container, ...named(one) };
}

function named({ name, kind }: Record<string, unknown>) {
  return {
    name: oneLine(typeof name === 'string' ? name : ''),
    kind: (typeof kind === 'number' ? KINDS[kind] : undefined) ?? 'symbol',
  };
}

/**
 * The places of calls, with the caller or the callee. `from` is the item that contains the calls: the other item, or the
 * requested one.
 */
export function callEntries(
  answer: unknown,
  {
    item,
    direction,
    encoding,
  }: { readonly item: Found; readonly direction: 'from' | 'to'; readonly encoding: Entry['encoding'] },
): readonly Entry[] {
  if (!Array.isArray(answer)) return [];
  return answer.flatMap((call: unknown): readonly Entry[] => {
    const other = isObject(call) ? callItem(call[direction]) : undefined;
    if (other === undefined || !isObject(call)) return [];
    const ranges = Array.isArray(call.fromRanges) ? call.fromRanges.flatMap((range: unknown) => startOf(range) ?? []) : [];
    const words = `${other.kind} ${other.name}`;
    if (direction === 'to') return [{ ...other, encoding, symbol: other, note: calledAt(ranges, item) }];
    return ranges.length === 0
      ? [{ ...other, encoding, symbol: other }]
      : ranges.map((place) => ({ uri: other.uri, place, encoding, note: `in ${words}` }));
  });
}

function calledAt(ranges: readonly { readonly line: number }[], { name }: Found): string | undefined {
  const lines = [...new Set(ranges.map(({ line }) => line + 1))].slice(0, 20);
  if (lines.length === 0) return undefined;
  return `called by ${name} on line${lines.length === 1 ? '' : 's'} ${lines.join(', ')}`;
}
