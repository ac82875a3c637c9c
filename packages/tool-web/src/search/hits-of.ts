import { isObject } from '@loadout/core';
import type { SearchHit } from './provider.js';

type Entry = Readonly<Record<string, unknown>>;

/** The list at `path` in a provider's answer; empty when the answer has another shape. */
export function listAt(answer: unknown, ...path: readonly string[]): readonly Entry[] {
  let value = answer;
  for (const key of path) value = isObject(value) ? value[key] : undefined;
  return Array.isArray(value) ? value.filter((one) => isObject(one)) : [];
}

/** Results that have at least a URL; `snippet` says where their text is. */
export function hitsOf(entries: readonly Entry[], snippet: (entry: Entry) => unknown): readonly SearchHit[] {
  return entries.flatMap((entry) => {
    if (typeof entry.url !== 'string') return [];
    const text = snippet(entry);
    const title = typeof entry.title === 'string' ? entry.title : '';
    return [{ title, url: entry.url, ...(typeof text === 'string' && text !== '' ? { snippet: text } : {}) }];
  });
}
