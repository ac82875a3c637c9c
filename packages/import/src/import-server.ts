import { isForbiddenKey, type Node, type Path, type Place, serverProblem } from '@loadout/config/documents';
import { convertText } from './convert-text.js';
import type { Draft, Served } from './draft.js';
import { entriesOf, given, type Reader, sets, textOf, textsOf } from './read-fields.js';
import { type Hide, hideArgument, hideInside, hideValue, REFERENCE } from './written-secret.js';

interface Notation {
  /** A format's notation for a variable of the environment, whose name is a group. */
  readonly variable: RegExp;
  /** The path of the server in the other file. */
  readonly path: Path;
  /** Returns the reference for a name that is no variable of the environment. */
  readonly known?: ((name: string) => string | undefined) | undefined;
}

/** The fields of a server that most formats have, and what each is. */
const KINDS = { command: 'text', args: 'list', env: 'map', cwd: 'text', url: 'address', headers: 'map' } as const;

/**
 * A server while its fields are read. They may contain variables of the environment. The variables become secrets, since most of them
 * are. So does a secret that is written out, whose value is never copied.
 */
export class ImportedServer {
  readonly fields: Record<string, unknown>;
  /** The only tools of the server. */
  tools: readonly string[] | undefined;
  readonly #draft: Draft;
  readonly #notation: Notation;
  /** The header that stands for a name and a password in the address. */
  #login: string | undefined;

  constructor(draft: Draft, notation: Notation, fields: Readonly<Record<string, unknown>> = {}) {
    this.#draft = draft;
    this.#notation = notation;
    this.fields = { ...fields };
  }

  /** A reader whose value is a field of the server. */
  set(field: string, read: (node: Node, path: Path) => unknown): Reader {
    return sets(this.fields, field, read);
  }

  /** The reader of a field, whatever its key in the other file is. */
  field(field: keyof typeof KINDS): Reader {
    return this.set(field, (node, path) => this[KINDS[field]](node, path));
  }

  /** The readers of fields that have the same key in the other file. */
  same(...fields: readonly (keyof typeof KINDS)[]): Readonly<Record<string, Reader>> {
    return Object.fromEntries(fields.map((field) => [field, this.field(field)]));
  }

  /** Adds the server to the configuration. One that cannot be used is lost. */
  serve(name: string, place: Place): Served | undefined {
    const { path } = this.#notation;
    const server = this.#finished();
    const why = whyUnusable(server);
    if (why !== undefined) return this.#draft.lose(path, place, why);
    return this.#draft.serve(name, { server, tools: this.tools, at: { path, place } });
  }

  text(node: Node | undefined): string | undefined {
    const text = textOf(node);
    return text === undefined || node === undefined ? undefined : hideInside(this.#converted(text), this.#hiding(node));
  }

  /** The address of a server. A name and a password in it become a header, which is added at the end. */
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
  #finished(): Readonly<Record<string, unknown>> {
    const { command, args, headers } = this.fields;
    const words = typeof command === 'string' && !/["']/.test(command) ? command.trim().split(/\s+/) : [];
    const [program, ...first] = words;
    const own = Object.entries(headers ?? {});
    const isThere = own.some(([name]) => name.toLowerCase() === 'authorization');
    return given({
      ...this.fields,
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

const TYPES = ['stdio', 'http', 'streamable-http', 'streamableHttp', 'sse'];

/** The reason for leaving out a server of another tool's file: `loadout check` would refuse it. A reference may have any value. */
function whyUnusable(server: Readonly<Record<string, unknown>>): string | undefined {
  const { type, command, url } = server;
  if (command === undefined && url === undefined)
    return 'the server has neither command nor url; write one of them under mcpServers';
  if (type !== undefined && !TYPES.includes(String(type))) return `the transport ${JSON.stringify(type)} is not known`;
  const filled = typeof url === 'string' ? { ...server, url: url.replace(REFERENCE, 'x') } : server;
  const wrong = serverProblem(filled, { cwd: '/', hidden: true });
  return wrong === undefined || wrong.isWarning === true
    ? undefined
    : `${wrong.at ?? 'the server'} ${wrong.problem}. ${wrong.fix}`;
}
