type Entries = Iterable<readonly [string, string]> | Readonly<Record<string, string>>;

const NAME = /^[\w!#$%&'*+.^`|~-]+$/;

export const isSendable = (value: string): boolean => !/[^\t\x20-\x7e\x80-\xff]/.test(value);

/**
 * The headers of a request or an answer. The build gives this class to the SDK in place of the runtime's `Headers`, because the
 * first use of that one loads the runtime's whole `fetch`: 20 ms, a tenth of a start. A refused value is not part of the message.
 */
export class Headers {
  readonly #values = new Map<string, string>();

  constructor(init: Entries = {}) {
    const entries = Symbol.iterator in init ? (init as Iterable<readonly [string, string]>) : Object.entries(init);
    for (const [name, value] of entries) this.append(name, value);
  }

  get(name: string): string | null {
    return this.#values.get(name.toLowerCase()) ?? null;
  }

  has(name: string): boolean {
    return this.#values.has(name.toLowerCase());
  }

  set(name: string, value: string): void {
    const trimmed = String(value).replace(/^[\t\r\n ]+|[\t\r\n ]+$/g, '');
    if (!NAME.test(name)) throw new TypeError('the name of a header has a character that no header can have');
    if (!isSendable(trimmed)) throw new TypeError(`the header ${name} has a character that no header can have`);
    this.#values.set(name.toLowerCase(), trimmed);
  }

  append(name: string, value: string): void {
    const earlier = this.get(name);
    this.set(name, value);
    if (earlier !== null) this.#values.set(name.toLowerCase(), `${earlier}, ${this.get(name)}`);
  }

  delete(name: string): void {
    this.#values.delete(name.toLowerCase());
  }

  forEach(visit: (value: string, name: string) => void): void {
    for (const [name, value] of this) visit(value, name);
  }

  keys(): IterableIterator<string> {
    return new Map(this.entries()).keys();
  }

  values(): IterableIterator<string> {
    return new Map(this.entries()).values();
  }

  /** In the order of the names. */
  entries(): IterableIterator<[string, string]> {
    return [...this.#values].sort(([a], [b]) => (a < b ? -1 : 1)).values();
  }

  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.entries();
  }
}
