import { isObject } from '@loadout/core';
import { jsonIn } from '@loadout/node';
import type { Ends } from './file-ends.js';

export type Fields = Readonly<Record<string, unknown>>;

/** The objects of the lines that contain one of these texts. Only those lines are parsed, and a truncated line is skipped. */
export function* linesWith(text: string, needles: readonly string[], { fromEnd = false } = {}): Generator<Fields> {
  const lines = text.split('\n');
  for (const line of fromEnd ? lines.reverse() : lines) {
    if (!needles.some((needle) => line.includes(needle))) continue;
    const value = jsonIn(line);
    if (isObject(value)) yield value;
  }
}

/** The text in `field` of the last line that has one. `type` limits the search to lines of that type. */
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

/** The working folder of the session: the folder to which it was moved, else the folder in which it began. */
export const cwdOf = (ends: Ends | undefined): string | undefined =>
  ends === undefined ? undefined : (lastText(ends.tail, 'relocatedCwd', 'relocated') ?? firstText(ends.head, 'cwd'));
