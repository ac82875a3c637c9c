import type { Redaction } from '@loadout/core';
import type { RedactedBytes } from '@loadout/core/run';
import { type Redact, redactor, type Secrets, secretForms } from './redact.js';

/** The part of a text that `passes` looks at; a string is one. */
export interface Piece {
  readonly length: number;
  includes(form: string): boolean;
  slice(start: number): string;
}

/** Replaces secrets in a text that arrives in pieces. The end of the text so far is held back while it could begin a secret. */
export class HoldSecrets {
  readonly #forms: () => readonly string[];
  readonly #redact: Redact;
  #held = '';

  constructor(secrets: Secrets) {
    this.#forms = secretForms(secrets);
    this.#redact = redactor(secrets) ?? ((text) => text);
  }

  push(piece: string): string {
    const text = this.#redact(this.#held + piece);
    const keep = Math.max(0, ...this.#forms().map((form) => overlap(text, form)));
    this.#held = text.slice(text.length - keep);
    return text.slice(0, text.length - keep);
  }

  /** Whether `push` would return exactly this piece and hold nothing back. Then the piece need not be pushed. */
  passes(piece: Piece): boolean {
    if (this.#held !== '') return false;
    const forms = this.#forms();
    if (forms.some((form) => piece.includes(form))) return false;
    const longest = Math.max(0, ...forms.map((form) => form.length));
    const end = piece.slice(Math.max(0, piece.length - longest));
    return forms.every((form) => overlap(end, form) === 0);
  }

  flush(): string {
    const rest = this.#held;
    this.#held = '';
    return rest;
  }
}

/** Returns how many characters at the end of `text` begin `secret`. */
function overlap(text: string, secret: string): number {
  for (let length = Math.min(text.length, secret.length - 1); length > 0; length--)
    if (text.endsWith(secret.slice(0, length))) return length;
  return 0;
}

/**
 * Makes the redaction service for tools. Bytes are read as Latin-1, which preserves each byte, so that binary output stays as it
 * is.
 */
export function redactionOf(secrets: Secrets): Redaction {
  const bytes = asBytes(secrets);
  return {
    stream(): RedactedBytes {
      const held = new HoldSecrets(bytes);
      return {
        push(piece) {
          const given = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
          // Almost no piece has a secret, and a copy of each would fill memory with garbage.
          if (held.passes(textOf(given))) return piece;
          return Buffer.from(held.push(given.toString('latin1')), 'latin1');
        },
        flush: () => Buffer.from(held.flush(), 'latin1'),
      };
    },
  };
}

/** Reads bytes as Latin-1 in place. */
const textOf = (bytes: Buffer): Piece => ({
  length: bytes.length,
  includes: (form) => bytes.includes(form, 0, 'latin1'),
  slice: (start) => bytes.toString('latin1', start),
});

/** Returns the UTF-8 bytes of each secret, one character per byte. */
function asBytes(secrets: Secrets): () => readonly string[] {
  const list = typeof secrets === 'function' ? secrets : () => secrets;
  let known: readonly string[] | undefined;
  let made: readonly string[] = [];
  return () => {
    const now = list();
    if (now !== known) [known, made] = [now, now.map((secret) => Buffer.from(secret, 'utf8').toString('latin1'))];
    return made;
  };
}
