/**
 * Blanks secrets out of a text that comes in pieces: the end of what came so far is held back while it could be the beginning
 * of one.
 */
export class HoldSecrets {
  readonly #secrets: readonly string[];
  readonly #redact: (text: string) => string;
  #held = '';

  constructor(secrets: readonly string[], redact: (text: string) => string) {
    this.#secrets = secrets;
    this.#redact = redact;
  }

  push(piece: string): string {
    const text = this.#redact(this.#held + piece);
    const keep = Math.max(0, ...this.#secrets.map((secret) => overlap(text, secret)));
    this.#held = text.slice(text.length - keep);
    return text.slice(0, text.length - keep);
  }

  flush(): string {
    const rest = this.#held;
    this.#held = '';
    return rest;
  }
}

/** How many characters at the end of `text` begin `secret`. */
function overlap(text: string, secret: string): number {
  for (let length = Math.min(text.length, secret.length - 1); length > 0; length--)
    if (text.endsWith(secret.slice(0, length))) return length;
  return 0;
}
