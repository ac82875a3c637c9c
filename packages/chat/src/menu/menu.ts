import type { Key } from '../input/key.js';
import { cut } from '../text/cut.js';
import type { Block, Line, Span } from '../text/line.js';
import { textWidth } from '../text/width.js';
import { fuzzyBest } from './fuzzy.js';

export interface MenuItem<T> {
  readonly value: T;
  readonly text: string;
  /** A few words about it, dimmed behind the text. */
  readonly note?: string | undefined;
}

export interface MenuOptions<T> {
  readonly items: readonly MenuItem<T>[];
  /** The typed part of the wanted item. */
  readonly filter?: string | undefined;
  /** The most rows. Default: 8. */
  readonly most?: number | undefined;
  /** Finds the items for a filter, the best one first. Default: by the letters of the text in their order. */
  readonly find?: ((filter: string, items: readonly MenuItem<T>[]) => readonly MenuItem<T>[]) | undefined;
}

/** The most items that fit a filter. */
const MOST_FOUND = 200;

/** A list to choose from. What is typed narrows it; the text itself is edited elsewhere. */
export class Menu<T> {
  readonly #most: number;
  readonly #find: NonNullable<MenuOptions<T>['find']>;
  #items: readonly MenuItem<T>[];
  #filter: string;
  #found: readonly MenuItem<T>[] = [];
  #at = 0;

  constructor({ items, filter = '', most = 8, find = byLetters }: MenuOptions<T>) {
    this.#items = items;
    this.#filter = filter;
    this.#most = most;
    this.#find = find;
    this.#search();
  }

  /** The item that Enter would take. */
  get chosen(): T | undefined {
    return this.#found[this.#at]?.value;
  }

  get isEmpty(): boolean {
    return this.#found.length === 0;
  }

  narrow(filter: string): void {
    if (filter === this.#filter) return;
    this.#filter = filter;
    this.#search();
  }

  /** Takes other items, for example when more of them are known. */
  offer(items: readonly MenuItem<T>[]): void {
    this.#items = items;
    this.#search();
  }

  /** `taken`: `chosen` is what the person wants. `left`: they want none. `undefined`: the key is not for the menu. */
  press(key: Key): 'moved' | 'taken' | 'left' | undefined {
    if (key.kind !== 'key' || key.alt || key.shift) return undefined;
    if (key.name === 'escape') return 'left';
    if (this.isEmpty) return undefined;
    if ((key.name === 'enter' || key.name === 'tab') && !key.ctrl) return 'taken';
    const by = STEPS[key.ctrl ? `ctrl+${key.name}` : key.name]?.(this.#most);
    if (by === undefined) return undefined;
    this.#move(by);
    return 'moved';
  }

  block(): Block {
    return (columns) => {
      const from = Math.max(0, Math.min(this.#at - Math.floor(this.#most / 2), this.#found.length - this.#most));
      const shown = this.#found.slice(from, from + this.#most);
      const width = Math.min(Math.max(...shown.map(({ text }) => textWidth(text))), Math.floor(columns / 2));
      const lines = shown.map((item, index) => itemLine(item, { isChosen: from + index === this.#at, width, columns }));
      const more = this.#found.length - shown.length;
      if (more === 0) return lines;
      return [...lines, cut([{ text: `  ${this.#at + 1} of ${this.#found.length}`, styles: ['dim'] }], columns)];
    };
  }

  /** One step beyond an end goes to the other end; a page ends there. */
  #move(by: number): void {
    const last = this.#found.length - 1;
    const to = this.#at + by;
    if (Math.abs(by) === 1) this.#at = to < 0 ? last : to > last ? 0 : to;
    else this.#at = Math.max(0, Math.min(last, to));
  }

  #search(): void {
    this.#found = this.#find(this.#filter, this.#items);
    this.#at = 0;
  }
}

/** Items that have the filter in their text come before those that have it only in their note. */
function byLetters<T>(filter: string, items: readonly MenuItem<T>[]): readonly MenuItem<T>[] {
  const best = fuzzyBest(filter, items, { text: ({ text }) => text });
  const word = filter.toLowerCase();
  const others = word === '' ? [] : items.filter((item) => !best.includes(item) && item.note?.toLowerCase().includes(word));
  return [...best, ...others].slice(0, MOST_FOUND);
}

const STEPS: Readonly<Record<string, (most: number) => number>> = {
  up: () => -1,
  down: () => 1,
  'ctrl+p': () => -1,
  'ctrl+n': () => 1,
  'ctrl+s': () => -1,
  'ctrl+r': () => 1,
  'page-up': (most) => -most,
  'page-down': (most) => most,
};

function itemLine<T>(
  { text, note }: MenuItem<T>,
  { isChosen, width, columns }: { readonly isChosen: boolean; readonly width: number; readonly columns: number },
): Line {
  const space = ' '.repeat(Math.max(0, width - textWidth(text)));
  const name: Span = { text: `${isChosen ? '›' : ' '} ${text}`, styles: isChosen ? ['bold', 'cyan'] : [] };
  return cut(note === undefined ? [name] : [name, { text: `${space}  ${note}`, styles: ['dim'] }], columns);
}
