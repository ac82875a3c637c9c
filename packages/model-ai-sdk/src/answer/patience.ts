import type { LoadoutError } from '@loadout/core';

/** A timer cannot be longer. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * Waits for the steps of one answer. A wait ends when the caller aborts or after a silence, whether or not the provider stops then.
 * Has a signal of its own, so that nothing stays tied to the caller's, which may live as long as a session.
 */
export class Patience {
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal;
  readonly #timer: NodeJS.Timeout;
  readonly #onIdle: () => LoadoutError;
  #fail: (reason: unknown) => void = () => {};
  #waiting = false;
  #failure: { readonly reason: unknown } | undefined;
  readonly #abort = () => this.#end(this.#caller.reason);

  constructor(caller: AbortSignal, { idleMs, onIdle }: { readonly idleMs: number; readonly onIdle: () => LoadoutError }) {
    this.#caller = caller;
    this.#onIdle = onIdle;
    this.#timer = setTimeout(() => this.#expire(), Math.min(idleMs, LONGEST_MS));
    if (caller.aborted) this.#abort();
    else caller.addEventListener('abort', this.#abort, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The caller aborted, or the silence was too long. */
  get isOver(): boolean {
    return this.#failure !== undefined;
  }

  async for<T>(step: PromiseLike<T>): Promise<T> {
    this.#timer.refresh();
    this.#waiting = true;
    try {
      return await new Promise<T>((resolve, reject) => {
        this.#fail = reject;
        if (this.#failure !== undefined) reject(this.#failure.reason);
        step.then(resolve, reject);
      });
    } finally {
      this.#waiting = false;
    }
  }

  /** With `abort`, the request of an answer that is not read to its end is ended too. */
  close({ abort }: { readonly abort: boolean }): void {
    clearTimeout(this.#timer);
    this.#caller.removeEventListener('abort', this.#abort);
    if (abort) this.#controller.abort();
  }

  /** A process that was stopped for that long finds its timer first, so what came meanwhile is read before it counts. */
  #expire(): void {
    setImmediate(() => {
      if (this.#waiting) this.#end(this.#onIdle());
    });
  }

  #end(reason: unknown): void {
    this.#failure ??= { reason };
    this.#controller.abort(reason);
    this.#fail(this.#failure.reason);
  }
}
