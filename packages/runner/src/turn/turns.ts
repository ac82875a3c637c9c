import type { CallEnvironment } from '@loadout/core';

type ParsedCall = Parameters<CallEnvironment['turn']>[0];

interface Waiting {
  readonly call: ParsedCall;
  readonly safe: boolean;
  readonly start: () => void;
}

/**
 * The order of calls that come one by one and without end: safe ones run together, up to a number; any other runs alone, after
 * all that came before it. What a `Schedule` does for the calls of one message.
 */
export class Turns {
  /** Whether it is safe, by id. */
  readonly #running = new Map<string, boolean>();
  #waiting: readonly Waiting[] = [];
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Waits for the call's turn. Asked again by a call whose input was changed: it goes first, if it has become unsafe alone. */
  take(call: ParsedCall): Promise<void> {
    const again = this.#running.delete(call.id);
    return new Promise((start) => {
      const waiting = { call, safe: call.tool.isConcurrencySafe(call.parsed.input), start };
      this.#waiting = again ? [waiting, ...this.#waiting] : [...this.#waiting, waiting];
      this.#pump();
    });
  }

  /** The call has ended, or will not run. */
  leave(id: string): void {
    this.#running.delete(id);
    this.#waiting = this.#waiting.filter(({ call }) => call.id !== id);
    this.#pump();
  }

  #pump(): void {
    for (let [next] = this.#waiting; next !== undefined && this.#fits(next); [next] = this.#waiting) {
      this.#waiting = this.#waiting.slice(1);
      this.#running.set(next.call.id, next.safe);
      next.start();
    }
  }

  #fits({ safe }: Waiting): boolean {
    if (this.#running.size === 0) return true;
    return safe && this.#running.size < this.#limit && [...this.#running.values()].every((one) => one);
  }
}
