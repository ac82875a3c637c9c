import { keyPatterns } from '@loadout/command';
import { defined } from '@loadout/node';
import { type Redact, redactor, type Secrets } from '@loadout/runner';
import type { LongText } from '../model/content.js';

export interface RedactionOptions {
  /** The declared secrets of the configuration and the keys of its providers. */
  readonly secrets: Secrets;
  /** The home folder, which becomes `~`. */
  readonly home?: string | undefined;
}

const MARK = '[secret]';
/** The shortest secret, and the shortest piece of one that is removed where a text is cut. */
const LEAST = 4;

/** Fields whose value is a word of the format. A secret that is spelled like such a word must not destroy the page. */
const WORDS = new Set([
  'by',
  'change',
  'effect',
  'hash',
  'journal',
  'kind',
  'mark',
  'mediaType',
  'mode',
  'outcome',
  'permissionMode',
  'purpose',
  'source',
  'state',
  'type',
  'version',
]);

/** Removes secrets, keys and the home folder from the values of a recording, and counts what it removed. */
export class Redaction {
  readonly #secrets: readonly string[];
  readonly #redact: Redact | undefined;
  readonly #home: RegExp | undefined;
  readonly #counts = new Map<string, number>();

  constructor({ secrets, home }: RedactionOptions) {
    this.#secrets = (typeof secrets === 'function' ? secrets() : secrets).filter((one) => one.length >= LEAST);
    this.#redact = redactor(secrets);
    // A folder as short as / would match too much.
    this.#home = home === undefined || home.length < 3 ? undefined : new RegExp(`${escaped(home)}(?![\\w.-])`, 'g');
  }

  /** The kinds of what was removed, with how often. */
  get removed(): readonly string[] {
    return [...this.#counts].map(([kind, count]) => `${kind} (${count})`);
  }

  /** Counts one more thing that was left out. */
  count(kind: string, times = 1): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + times);
  }

  /** Copies a value without secrets. The names of its fields stay, because the page reads them. */
  value<T>(value: T): T {
    return this.#copy(value, '') as T;
  }

  #copy(value: unknown, field: string): unknown {
    if (typeof value === 'string') return WORDS.has(field) ? value : this.#text(value, { isCut: field === 'title' });
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((one) => this.#copy(one, field));
    if (isLongText(value)) return this.#longText(value);
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, this.#copy(one, name)]));
  }

  #longText({ head, cut, tail }: LongText): LongText {
    return {
      head: this.#text(head, { isCut: cut !== undefined }),
      ...defined({ cut }),
      ...(tail === undefined ? {} : { tail: this.#withoutEnd(this.#text(tail, { isCut: false })) }),
    };
  }

  #text(text: string, { isCut }: { readonly isCut: boolean }): string {
    let result = this.#redact?.(text) ?? text;
    if (result !== text) this.count('declared secrets');
    for (const { name, pattern } of keyPatterns) result = this.#replace(result, { pattern, by: MARK, kind: name });
    if (this.#home !== undefined) result = this.#replace(result, { pattern: this.#home, by: '~', kind: 'the home folder' });
    return isCut ? this.#withoutBegin(result) : result;
  }

  #replace(
    text: string,
    { pattern, by, kind }: { readonly pattern: RegExp; readonly by: string; readonly kind: string },
  ): string {
    let times = 0;
    const result = text.replace(pattern, () => {
      times += 1;
      return by;
    });
    if (times > 0) this.count(kind, times);
    return result;
  }

  /** Removes the begin of a secret at the end of a text that is cut. */
  #withoutBegin(text: string): string {
    const end = text.endsWith('…') ? '…' : '';
    const body = text.slice(0, text.length - end.length);
    const length = this.#longest((secret, size) => body.endsWith(secret.slice(0, size)));
    if (length === 0) return text;
    this.count('declared secrets');
    return `${body.slice(0, body.length - length)}${MARK}${end}`;
  }

  /** Removes the end of a secret at the begin of a text whose front is missing. */
  #withoutEnd(text: string): string {
    const length = this.#longest((secret, size) => text.startsWith(secret.slice(-size)));
    if (length === 0) return text;
    this.count('declared secrets');
    return `${MARK}${text.slice(length)}`;
  }

  #longest(fits: (secret: string, size: number) => boolean): number {
    const lengths = this.#secrets.map((secret) => {
      for (let size = secret.length - 1; size >= LEAST; size--) if (fits(secret, size)) return size;
      return 0;
    });
    return Math.max(0, ...lengths);
  }
}

const isLongText = (value: object): value is LongText =>
  'head' in value && typeof value.head === 'string' && Object.keys(value).every((name) => ['head', 'cut', 'tail'].includes(name));

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
