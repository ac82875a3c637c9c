import { Editor } from '../input/editor.js';
import type { Key } from '../input/key.js';
import { Menu } from '../menu/menu.js';
import type { Picture } from '../screen/line.js';
import { cut } from '../text/cut.js';
import type { Choosing } from './surface.js';

/** A list in place of the editor. What is typed narrows it. */
export class Picker<T> {
  readonly #title: string;
  readonly #menu: Menu<T>;
  readonly #filter = new Editor();
  readonly #settle: (value: T | undefined) => void;

  constructor({ title, items }: Choosing<T>, settle: (value: T | undefined) => void) {
    this.#title = title;
    this.#menu = new Menu({ items, most: 10 });
    this.#settle = settle;
  }

  press(key: Key): void {
    const pressed = this.#menu.press(key);
    if (pressed === 'taken') this.#settle(this.#menu.chosen);
    else if (pressed === 'left' || (key.kind === 'key' && key.ctrl && (key.name === 'c' || key.name === 'd'))) this.#settle(undefined);
    else if (pressed === undefined && this.#filter.press(key)) this.#menu.narrow(this.#filter.text);
  }

  picture(columns: number): Picture {
    const filter = this.#filter.picture(columns, { prompt: [{ text: `${this.#title} `, styles: ['bold'] }] });
    const list = this.#menu.isEmpty ? [[{ text: '  nothing fits', styles: ['dim' as const] }]] : this.#menu.block()(columns);
    const help = cut([{ text: '  Enter takes it, Esc leaves', styles: ['dim'] }], columns);
    return { lines: [...filter.lines, ...list, help], cursor: filter.cursor };
  }

  leave(): void {
    this.#settle(undefined);
  }
}
