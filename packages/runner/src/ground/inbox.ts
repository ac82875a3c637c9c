import type { Inbox } from '@loadout/core';

/** What waits to be read by one run's model, and the work that may bring more. */
export class RunInbox implements Inbox {
  readonly #held = new Set<Promise<unknown>>();
  #texts: string[] = [];
  #wake: (() => void) | undefined;
  /** Told when something comes in. */
  onAdd: (() => void) | undefined;

  add(text: string): void {
    this.#texts.push(text);
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

  /** What has come since the last time. */
  take(): readonly string[] {
    return this.#texts.splice(0);
  }

  get isFilled(): boolean {
    return this.#texts.length > 0;
  }

  /** Something may still come that the run waits for. */
  get isHeld(): boolean {
    return this.#held.size > 0;
  }

  /** Waits until there is something to read, or nothing more to wait for. True: there is something. */
  async something(signal: AbortSignal): Promise<boolean> {
    const wake = () => this.#wake?.();
    signal.addEventListener('abort', wake, { once: true });
    while (this.#texts.length === 0 && this.#held.size > 0 && !signal.aborted)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    this.#wake = undefined;
    signal.removeEventListener('abort', wake);
    return this.#texts.length > 0 && !signal.aborted;
  }
}
