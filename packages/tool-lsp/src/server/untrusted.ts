import { isObject } from '@loadout/core';

export const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value >= 0;

/** A position, in the units of the server. Lines count from 0. */
export interface Place {
  readonly line: number;
  readonly character: number;
}

export function placeOf(value: unknown): Place | undefined {
  if (!isObject(value) || !isCount(value.line) || !isCount(value.character)) return undefined;
  return { line: value.line, character: value.character };
}

/** Where a range begins. */
export const startOf = (range: unknown) => (isObject(range) ? placeOf(range.start) : undefined);

/** Text for one line of a result: control characters would break the line, or reach a terminal. */
export function oneLine(text: string, most = 200): string {
  const flat = text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim();
  return flat.length <= most ? flat : `${flat.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
