import { begunMention, mentionOf } from '../files/mention.js';
import type { FindPaths } from '../files/offered-files.js';
import type { Editor } from '../input/editor.js';
import type { Key } from '../input/key.js';
import { Menu, type MenuItem } from '../menu/menu.js';
import type { Block } from '../text/line.js';
import { saidBlock } from '../text/said.js';

const NO_RIPGREP = 'Files are listed by ripgrep, which is missing here. Install it so that rg is on the PATH.';

/** Beginnings that can be completed: the commands behind a slash at the start, and files behind an @. */
export interface Completions {
  readonly commands: () => readonly MenuItem<string>[];
  /** Resolves when the files are known, to nothing if they cannot be listed. */
  readonly files: () => Promise<FindPaths | undefined>;
}

/** The beginning that stands before the cursor. */
interface Begun {
  readonly kind: 'command' | 'file';
  readonly query: string;
  /** The characters before the cursor that a choice replaces. */
  readonly length: number;
}

/** The list below the editor that completes what is being typed. */
export class Completion {
  readonly #editor: Editor;
  readonly #onChange: () => void;
  #offered: Completions | undefined;
  #menu: { readonly kind: Begun['kind']; readonly menu: Menu<string> } | undefined;
  /** Finds nothing until the files are known. */
  #find: FindPaths | undefined;
  /** The text for which the person has closed the list. */
  #left = '';

  /** `onChange`: the list is different without a key. */
  constructor(editor: Editor, onChange: () => void) {
    this.#editor = editor;
    this.#onChange = onChange;
  }

  offer(offered: Completions): void {
    this.#offered = offered;
    this.typed();
  }

  /** The text has changed. */
  typed(): void {
    const { before } = this.#editor;
    const found = this.#offered === undefined || before === this.#left ? undefined : begun(before);
    if (found === undefined) this.#menu = undefined;
    else {
      this.#left = '';
      if (this.#menu?.kind !== found.kind) this.#open(found.kind);
      this.#menu?.menu.narrow(found.query);
    }
  }

  /** Takes a key that is for the list. */
  press(key: Key): boolean {
    const { menu, kind } = this.#menu ?? {};
    if (menu === undefined || menu.isEmpty) return false;
    const pressed = menu.press(key);
    if (pressed === 'left') {
      this.#left = this.#editor.before;
      this.#menu = undefined;
    }
    if (pressed !== 'taken') return pressed !== undefined;
    const found = begun(this.#editor.before);
    if (found === undefined || menu.chosen === undefined) return false;
    this.#menu = undefined;
    if (kind === 'file') this.#completeFile(found, menu.chosen);
    else this.#editor.complete(found.length, `/${menu.chosen} `);
    // Enter on a command that is typed whole sends it.
    return !(kind === 'command' && menu.chosen === found.query && key.kind === 'key' && key.name === 'enter');
  }

  block(): Block {
    const { menu } = this.#menu ?? {};
    if (menu === undefined) return () => [];
    return this.#find === undefined ? saidBlock(NO_RIPGREP, 'dim') : menu.isEmpty ? () => [] : menu.block();
  }

  /** A folder is completed to look into it. */
  #completeFile({ length }: Begun, path: string): void {
    const isFolder = path.endsWith('/');
    this.#editor.complete(length, isFolder ? `@${path}` : `${mentionOf(path)} `);
    if (isFolder) this.typed();
  }

  #open(kind: Begun['kind']): void {
    if (this.#offered === undefined) return;
    this.#find = () => [];
    if (kind === 'command') this.#menu = { kind, menu: new Menu({ items: this.#offered.commands() }) };
    else {
      const find = (query: string) => (this.#find?.(query) ?? []).map((path) => ({ value: path, text: path }));
      const menu = new Menu<string>({ items: [], find });
      this.#menu = { kind, menu };
      void this.#offered.files().then((files) => {
        if (this.#menu?.menu !== menu) return;
        this.#find = files;
        menu.offer([]);
        this.#onChange();
      });
    }
  }
}

function begun(before: string): Begun | undefined {
  const command = /^\/([\w:-]*)$/.exec(before);
  if (command !== null) return { kind: 'command', query: command[1] ?? '', length: before.length };
  const file = begunMention(before);
  return file && { kind: 'file', ...file };
}
