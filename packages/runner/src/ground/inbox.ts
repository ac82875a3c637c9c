import type { Inbox } from '@loadout/core';

/** The texts that wait to be read by the model of one run, and the work that may add more. */
export class RunInbox implements Inbox {
  readonly #held = new Set<Promise<unknown>>();
  #wake: (() => void) | undefined;
  /** The texts since the last `take`. */
  texts: readonly string[] = [];
  /** Called when a text is added. */
  onAdd: (() => void) | undefined;

  add(text: string): void {
    this.texts = [...this.texts, text];
    this.#wake?.();
    this.onAdd?.();
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
    const { texts } = this;
    this.texts = [];
    return texts;
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
