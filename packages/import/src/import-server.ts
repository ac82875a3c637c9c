import type { Node, Path } from '@loadout/config/documents';
import { convertText } from './convert-text.js';
import type { Draft } from './draft.js';
import { entriesOf, textOf, textsOf } from './read-fields.js';

/** A format's notation for a variable of the environment. */
export type Variable = RegExp;

/** Values of a server that may contain variables of the environment. The variables become secrets, since most of them are. */
export class ServerTexts {
  readonly #draft: Draft;
  readonly #variable: Variable;

  constructor(draft: Draft, variable: Variable) {
    this.#draft = draft;
    this.#variable = variable;
  }

  text(node: Node | undefined): string | undefined {
    const text = textOf(node);
    if (text === undefined) return undefined;
    return convertText(text, { pattern: this.#variable, make: (name) => this.#draft.secret(name) });
  }

  list(node: Node | undefined): readonly string[] {
    return textsOf(node).map((text) => convertText(text, { pattern: this.#variable, make: (name) => this.#draft.secret(name) }));
  }

  map(node: Node | undefined, path: Path): Readonly<Record<string, string>> {
    const entries = [...entriesOf(node)].flatMap(([key, { value }]): [string, string][] => {
      const text = this.text(value);
      if (text === undefined) this.#draft.lose([...path, key], value.place, 'it is not text');
      return text === undefined ? [] : [[key, text]];
    });
    return Object.fromEntries(entries);
  }
}
