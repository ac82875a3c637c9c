import { isObject } from '@loadout/core';
import { startOf } from '../server/untrusted.js';
import type { Entry } from './report.js';
import { callItem, type Found } from './symbols.js';

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
