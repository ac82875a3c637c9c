import { isForbiddenKey, type Node, type Path } from '@loadout/config/documents';
import { convertText } from './convert-text.js';
import type { Draft } from './draft.js';
import { entriesOf, given, textOf, textsOf } from './read-fields.js';
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
  /** The header that stands for a name and a password in the address. */
  #login: string | undefined;

  constructor(draft: Draft, notation: Notation) {
    this.#draft = draft;
    this.#notation = notation;
  }

  text(node: Node | undefined): string | undefined {
    const text = textOf(node);
    return text === undefined || node === undefined ? undefined : hideInside(this.#converted(text), this.#hiding(node));
  }

  /** The address of a server. A name and a password in it become a header, which `finished` adds. */
  address(node: Node | undefined): string | undefined {
    const written = textOf(node);
    const [, scheme, login, rest] = /^(\w+:\/\/)([^/?#]*)@(.*)$/s.exec(written ?? '') ?? [];
    if (written === undefined || node === undefined || login === undefined) return this.text(node);
    const name = this.#draft.variableFor([...this.#named(), 'login'], login);
    const why = `name and password of an address are not copied; set the variable ${name} to the Base64 of name:password`;
    this.#draft.lose([...this.#notation.path, 'url'], node.place, why);
    this.#login = `Basic ${this.#draft.secret(name)}`;
    return hideInside(this.#converted(`${scheme}${rest}`), this.#hiding(node));
  }

  /** The server as `loadout check` takes it. */
  finished(server: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    const { command, args, headers } = server;
    const words = typeof command === 'string' && !/["']/.test(command) ? command.trim().split(/\s+/) : [];
    const [program, ...first] = words;
    const own = Object.entries(headers ?? {});
    const isThere = own.some(([name]) => name.toLowerCase() === 'authorization');
    return given({
      ...server,
      ...(first.length === 0 ? {} : { command: program, args: [...first, ...(Array.isArray(args) ? args : [])] }),
      ...(this.#login === undefined || isThere ? {} : { headers: Object.fromEntries([...own, ['Authorization', this.#login]]) }),
    });
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
      const why = isForbiddenKey(key) ? 'the name is refused' : 'it is not text';
      if (written === undefined || isForbiddenKey(key)) this.#draft.lose([...path, key], value.place, why);
      return written === undefined || isForbiddenKey(key)
        ? []
        : [[key, hideValue(key, this.#converted(written), this.#hiding(value))]];
    });
    return Object.fromEntries(entries);
  }

  #converted(text: string): string {
    const { variable, known } = this.#notation;
    return convertText(text, { pattern: variable, make: (name) => known?.(name) ?? this.#draft.secret(name) });
  }

  /** The beginning of the names of its variables. */
  #named(): Path {
    const { path } = this.#notation;
    return path.slice(typeof path.at(-1) === 'number' ? -2 : -1);
  }

  /** Puts references in place of the secrets of a value. */
  #hiding(node: Node): Hide {
    const { path } = this.#notation;
    return (key, value) => {
      const name = this.#draft.variableFor([...this.#named(), key], value);
      this.#draft.lose([...path, key], node.place, `a secret is not copied; set the variable ${name}`);
      return this.#draft.secret(name);
    };
  }
}
