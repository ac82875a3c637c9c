import type { Editor } from '../input/editor.js';
import type { Key } from '../input/key.js';
import { Menu, type MenuItem } from '../menu/menu.js';
import type { Block } from '../screen/line.js';

/** What can be completed: the commands behind a slash at the start, and files behind an @. */
export interface Completions {
  readonly commands: () => readonly MenuItem<string>[];
  readonly files: () => Promise<readonly MenuItem<string>[]>;
}

interface Open {
  readonly menu: Menu<string>;
  /** What stands before the typed beginning: a slash or an @. */
  readonly sign: '/' | '@';
}

/** The list below the editor that completes what is being typed. */
export class Completion {
  readonly #editor: Editor;
  #offered: Completions | undefined;
  #open: Open | undefined;
  /** The text for which the person has closed the list. */
  #left = '';

  constructor(editor: Editor) {
    this.#editor = editor;
  }

  offer(offered: Completions): void {
    this.#offered = offered;
    this.typed();
  }

  /** The text has changed. */
  typed(): void {
    const found = this.#offered === undefined ? undefined : begun(this.#editor.before);
    if (found === undefined || this.#editor.before === this.#left) {
      this.#open = undefined;
      return;
    }
    this.#left = '';
    if (this.#open?.sign !== found.sign) this.#open = this.#opened(found.sign);
    this.#open?.menu.narrow(found.text);
  }

  /** Takes a key that is for the list. */
  press(key: Key): boolean {
    const open = this.#open;
    if (open === undefined || open.menu.isEmpty) return false;
    const pressed = open.menu.press(key);
    if (pressed === 'left') {
      this.#left = this.#editor.before;
      this.#open = undefined;
    }
    if (pressed !== 'taken') return pressed !== undefined;
    const typed = begun(this.#editor.before)?.text ?? '';
    const { chosen = typed } = open.menu;
    this.#open = undefined;
    this.#editor.complete(typed.length, `${chosen} `);
    // A command that is typed whole is what Enter means.
    return !(open.sign === '/' && chosen === typed && key.kind === 'key' && key.name === 'enter');
  }

  block(): Block {
    const { menu } = this.#open ?? {};
    return menu === undefined || menu.isEmpty ? () => [] : menu.block();
  }

  #opened(sign: Open['sign']): Open | undefined {
    if (this.#offered === undefined) return undefined;
    if (sign === '/') return { sign, menu: new Menu({ items: this.#offered.commands() }) };
    const menu = new Menu<string>({ items: [] });
    void this.#offered.files().then((items) => menu.offer(items));
    return { sign, menu };
  }
}

function begun(before: string): { readonly sign: Open['sign']; readonly text: string } | undefined {
  const command = /^\/([\w:-]*)$/.exec(before);
  if (command !== null) return { sign: '/', text: command[1] ?? '' };
  const file = /(?:^|\s)@([^\s@]*)$/.exec(before);
  return file === null ? undefined : { sign: '@', text: file[1] ?? '' };
}
