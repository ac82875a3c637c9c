/** The places for runs of one worker. Who comes later waits, in order. */
export class Slots {
  readonly #count: number;
  #free: number;
  #onFree: (() => void) | undefined;
  #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#count = count;
    this.#free = count;
  }

  /** Waits for a place and returns its release. Rejects with the reason of the signal, which gives up the place in the row. */
  async take(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else await this.#turn(signal);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
      if (this.#free === this.#count) this.#onFree?.();
    };
  }

  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting = this.#waiting.filter((one) => one !== enter);
        reject(signal.reason);
      };
      const enter = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      this.#waiting.push(enter);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  /** Resolves when no run has a place. */
  async whenFree(): Promise<void> {
    if (this.#free === this.#count) return;
    await new Promise<void>((resolve) => {
      this.#onFree = resolve;
    });
  }
}
