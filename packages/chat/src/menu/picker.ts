import { Editor } from '../input/editor.js';
import type { Key } from '../input/key.js';
import type { Line, Picture } from '../text/line.js';
import { Menu, type MenuOptions } from './menu.js';

/** A list with a line of its own, in which what is typed narrows it. */
export class Picker<T> {
  readonly #menu: Menu<T>;
  readonly #editor = new Editor();
  readonly #prompt: Line;

  constructor({ prompt, ...menu }: MenuOptions<T> & { readonly prompt: Line }) {
    this.#prompt = prompt;
    this.#menu = new Menu(menu);
    this.#editor.insert(menu.filter ?? '');
  }

  get chosen(): T | undefined {
    return this.#menu.chosen;
  }

  /** The typed text. */
  get text(): string {
    return this.#editor.text;
  }

  press(key: Key): 'moved' | 'taken' | 'left' | undefined {
    const pressed = this.#menu.press(key);
    if (pressed !== undefined || !this.#editor.press(key)) return pressed;
    this.#menu.narrow(this.#editor.text);
    return 'moved';
  }

  picture(columns: number): Picture {
    const { lines, cursor } = this.#editor.picture(columns, { prompt: this.#prompt, most: 1 });
    return { lines: [...lines, ...this.#menu.block()(columns)], cursor };
  }
}
