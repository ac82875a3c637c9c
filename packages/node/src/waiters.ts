/** Wakes all that wait for something new. */
export class Waiters {
  #waiting: (() => void)[] = [];

  /** Resolves at the next `wake`, or when the signal aborts. */
  wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const woken = () => {
        signal.removeEventListener('abort', woken);
        resolve();
      };
      signal.addEventListener('abort', woken, { once: true });
      this.#waiting.push(woken);
    });
  }

  wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const woken of waiting) woken();
  }
}
