/** The places for runs of one worker. Who comes later waits, in order. */
export class Slots {
  readonly #count: number;
  #free: number;
  #onFree: (() => void) | undefined;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#count = count;
    this.#free = count;
  }

  /** Waits for a place and returns its release. */
  async take(): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
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

  /** Resolves when no run has a place. */
  async whenFree(): Promise<void> {
    if (this.#free === this.#count) return;
    await new Promise<void>((resolve) => {
      this.#onFree = resolve;
    });
  }
}
