import { type Redact, redactor, type Secrets, secretForms } from './redact.js';

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
