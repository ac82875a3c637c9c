import { isObject } from '@loadout/core';
import { parsed } from './entry.js';
import type { Ends } from './file-ends.js';

export type Fields = Readonly<Record<string, unknown>>;

/** The objects of the lines that hold one of these texts; only those are parsed, and of the line that is cut off none. */
export function* linesWith(text: string, needles: readonly string[], { fromEnd = false } = {}): Generator<Fields> {
  const lines = text.split('\n');
  for (const line of fromEnd ? lines.reverse() : lines) {
    if (!needles.some((needle) => line.includes(needle))) continue;
    const value = parsed(line);
    if (isObject(value)) yield value;
  }
}

/** The text in `field` of the last line of this `type`, or of any type, that has one there. */
export function lastText(text: string, field: string, type?: string): string | undefined {
  for (const line of linesWith(text, [`"${field}"`], { fromEnd: true })) {
    const value = line[field];
    if (typeof value === 'string' && (type === undefined || line.type === type)) return value;
  }
  return undefined;
}

export function firstText(text: string, field: string): string | undefined {
  for (const line of linesWith(text, [`"${field}"`])) {
    const value = line[field];
    if (typeof value === 'string') return value;
  }
  return undefined;
}

/** Where the session is at work: where it was moved to, else where it began. */
export const cwdOf = (ends: Ends | undefined): string | undefined =>
  ends === undefined ? undefined : (lastText(ends.tail, 'relocatedCwd', 'relocated') ?? firstText(ends.head, 'cwd'));
