import type { Inbox } from '@loadout/core';

/** A text that waits, and the one who wants to know that it was read. */
interface Letter {
  readonly text: string;
  readonly onTaken?: (() => void) | undefined;
}

/** The texts that wait to be read by the model of one run, and the work that may add more. */
export class RunInbox implements Inbox {
  readonly #held = new Set<Promise<unknown>>();
  #wake: (() => void) | undefined;
  #letters: readonly Letter[] = [];
  /** Called when a text is added. */
  onAdd: (() => void) | undefined;

  /** The texts since the last `take`. */
  get texts(): readonly string[] {
    return this.#letters.map(({ text }) => text);
  }

  add(text: string): void {
    this.send(text);
  }

  /** Adds a text, and returns a function that takes it back. That function returns false if the text was taken before. */
  send(text: string, onTaken?: () => void): () => boolean {
    const letter: Letter = { text, onTaken };
    this.#letters = [...this.#letters, letter];
    this.#wake?.();
    this.onAdd?.();
    return () => {
      const isHere = this.#letters.includes(letter);
      this.#letters = this.#letters.filter((one) => one !== letter);
      return isHere;
    };
  }

  hold(work: Promise<unknown>): void {
    const ended = () => {
      this.#held.delete(work);
      this.#wake?.();
    };
    this.#held.add(work);
    work.then(ended, ended);
  }

  /** Returns the texts since the last call. */
  take(): readonly string[] {
    const letters = this.#letters;
    this.#letters = [];
    for (const { onTaken } of letters) onTaken?.();
    return letters.map(({ text }) => text);
  }

  /** Whether the run waits for work that may still add a text. */
  get isHeld(): boolean {
    return this.#held.size > 0;
  }

  /** Waits until there is a text, or no work to wait for. Returns whether there is a text. */
  async something(signal: AbortSignal): Promise<boolean> {
    const wake = () => this.#wake?.();
    signal.addEventListener('abort', wake, { once: true });
    while (this.texts.length === 0 && this.#held.size > 0 && !signal.aborted)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    this.#wake = undefined;
    signal.removeEventListener('abort', wake);
    return this.texts.length > 0 && !signal.aborted;
  }
}
