import type { Node, Path } from '@loadout/config/documents';
import { convertText } from './convert-text.js';
import type { Draft } from './draft.js';
import { entriesOf, textOf, textsOf } from './read-fields.js';
import { type Hide, hideArgument, hideInside, hideValue } from './written-secret.js';

interface Notation {
  /** A format's notation for a variable of the environment, whose name is a group. */
  readonly variable: RegExp;
  /** The path of the server in the other file. */
  readonly path: Path;
  /** Returns the reference for a name that is no variable of the environment. */
  readonly known?: ((name: string) => string | undefined) | undefined;
}

/**
 * Values of a server that may contain variables of the environment. The variables become secrets, since most of them are. So does
 * a secret that is written out, whose value is never copied.
 */
export class ServerTexts {
  readonly #draft: Draft;
  readonly #notation: Notation;

  constructor(draft: Draft, notation: Notation) {
    this.#draft = draft;
    this.#notation = notation;
  }

  text(node: Node | undefined): string | undefined {
    const text = textOf(node);
    return text === undefined || node === undefined ? undefined : hideInside(this.#converted(text), this.#hiding(node));
  }

  list(node: Node | undefined): readonly string[] {
    const texts = textsOf(node);
    return texts.map((text, index) =>
      node === undefined ? text : hideArgument(this.#converted(text), texts[index - 1], this.#hiding(node)),
    );
  }

  map(node: Node | undefined, path: Path): Readonly<Record<string, string>> {
    const entries = [...entriesOf(node)].flatMap(([key, { value }]): [string, string][] => {
      const written = textOf(value);
      if (written === undefined) this.#draft.lose([...path, key], value.place, 'it is not text');
      return written === undefined ? [] : [[key, hideValue(key, this.#converted(written), this.#hiding(value))]];
    });
    return Object.fromEntries(entries);
  }

  #converted(text: string): string {
    const { variable, known } = this.#notation;
    return convertText(text, { pattern: variable, make: (name) => known?.(name) ?? this.#draft.secret(name) });
  }

  /** Puts references in place of the secrets of a value. */
  #hiding(node: Node): Hide {
    const { path } = this.#notation;
    return (key, value) => {
      const parts = [...path.slice(typeof path.at(-1) === 'number' ? -2 : -1), key];
      const name = this.#draft.variableFor(parts, value);
      this.#draft.lose([...path, key], node.place, `a secret is not copied; set the variable ${name}`);
      return this.#draft.secret(name);
    };
  }
}
