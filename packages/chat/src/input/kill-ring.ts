const MOST = 20;

/** Texts that were cut, the newest first. */
export class KillRing {
  #texts: readonly string[] = [];
  /** The text that was put back last. */
  #at = 0;

  /** Keeps a text. `joins`: the cut follows another one, and its text was before or behind that. */
  add(text: string, { joins }: { readonly joins?: 'before' | 'behind' | undefined } = {}): void {
    const [newest = '', ...others] = this.#texts;
    if (joins === undefined) this.#texts = [text, ...this.#texts].slice(0, MOST);
    else this.#texts = [joins === 'before' ? text + newest : newest + text, ...others];
    this.#at = 0;
  }

  newest(): string {
    this.#at = 0;
    return this.#texts[0] ?? '';
  }

  /** Returns the text that was cut before the one that was put back last, and after the oldest one the newest. */
  older(): string {
    this.#at = (this.#at + 1) % Math.max(1, this.#texts.length);
    return this.#texts[this.#at] ?? '';
  }
}
