import { isSecretName, keysIn, type Node, type Path } from '@loadout/config/documents';
import { convertText } from './convert-text.js';
import type { Draft } from './draft.js';
import { entriesOf, textOf, textsOf } from './read-fields.js';

interface Notation {
  /** A format's notation for a variable of the environment, whose name is a group. */
  readonly variable: RegExp;
  /** The path of the server in the other file. */
  readonly path: Path;
  /** Returns the reference for a name that is no variable of the environment. */
  readonly known?: ((name: string) => string | undefined) | undefined;
}

/** Secrets inside of a text: in the query of an address, in front of its host, and as the value of an option. */
const WRITTEN_OUT = [
  /(?<=[?&][\w.-]*(?:key|token|secret|password)=)(?!\$\{)[^&#\s]+/gi,
  /(?<=:\/\/[^/@\s:]*:)(?!\$\{)[^@/\s]+(?=@)/g,
  /(?<=^--?[\w-]*(?:key|token|secret|password)=)(?!\$\{|\0).+$/gi,
];

/** Stands for a key in a text while variables are converted. No file holds it. */
const MARK = '\0';

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
    return text === undefined || node === undefined ? undefined : this.#converted(text, node);
  }

  list(node: Node | undefined): readonly string[] {
    const texts = textsOf(node);
    return texts.map((text, index) => {
      const made = this.#converted(text, node);
      const [, option] = /^--?([\w-]*(?:key|token|secret|password))$/i.exec(texts[index - 1] ?? '') ?? [];
      const isSecret = option !== undefined && node !== undefined && !/^-|\$\{/.test(made);
      return isSecret ? this.#hidden(option, node) : made;
    });
  }

  map(node: Node | undefined, path: Path): Readonly<Record<string, string>> {
    const entries = [...entriesOf(node)].flatMap(([key, { value }]): [string, string][] => {
      const written = textOf(value);
      if (written === undefined) this.#draft.lose([...path, key], value.place, 'it is not text');
      return written === undefined ? [] : [[key, this.#entry(key, written, value)]];
    });
    return Object.fromEntries(entries);
  }

  /** A variable or a header. Its name can say that the value is a secret. */
  #entry(key: string, written: string, node: Node): string {
    const text = this.#converted(written, node, key);
    const isSecret = written !== '' && (isSecretName(key) || /^(?:proxy-)?authorization$|^cookie$/i.test(key));
    return isSecret && !text.includes('${') ? this.#hidden(key, node) : text;
  }

  #converted(text: string, node: Node | undefined, key = 'key'): string {
    const { variable, known } = this.#notation;
    const rest = keysIn(text).reduce((left, one) => left.replaceAll(one, MARK), text);
    const make = (name: string) => known?.(name) ?? this.#draft.secret(name);
    const made = WRITTEN_OUT.reduce(
      (left, pattern) => left.replace(pattern, MARK),
      convertText(rest, { pattern: variable, make }),
    );
    return node === undefined || !made.includes(MARK) ? made : made.replaceAll(MARK, this.#hidden(key, node));
  }

  /** A reference in place of a secret. Two servers may have different ones under one name. */
  #hidden(key: string, node: Node): string {
    const { path } = this.#notation;
    const name = [...path.slice(typeof path.at(-1) === 'number' ? -2 : -1), key].join('_').replace(/\W+/g, '_').toUpperCase();
    this.#draft.lose([...path, key], node.place, `a secret is not copied; set the variable ${name}`);
    return this.#draft.secret(name);
  }
}
