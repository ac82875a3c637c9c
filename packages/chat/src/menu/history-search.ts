import type { MenuItem } from './menu.js';
import { Picker } from './picker.js';

/** The search in earlier prompts, the newest first: each has all the words that are typed. Ctrl+R goes on to an older one. */
export const historySearch = (entries: readonly string[], { filter = '' } = {}): Picker<string> =>
  new Picker({
    prompt: [{ text: 'Search: ', styles: ['dim'] }],
    items: entries.map((text) => ({ value: text, text: text.replaceAll('\n', ' ⏎ ') })),
    filter,
    find: withWords,
  });

function withWords(filter: string, items: readonly MenuItem<string>[]): readonly MenuItem<string>[] {
  const words = filter.toLowerCase().split(/\s+/);
  return items.filter(({ value }) => {
    const text = value.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
