import { GOOD_MS, type Pass } from './pass.js';

/** The passes that a door took, for as long as they are good: each opens the door once. */
export class TakenPasses {
  readonly #since: number;
  /** The time until which each is good. The first taken is the first. */
  readonly #until = new Map<string, number>();

  constructor(now = Date.now()) {
    this.#since = now;
  }

  /** Takes a pass. Returns false for one that was taken, and for one from before the door was open, which somebody else may have seen. */
  take({ time, once }: Pick<Pass, 'time' | 'once'>, now = Date.now()): boolean {
    for (const [taken, until] of this.#until) {
      if (until >= now) break;
      this.#until.delete(taken);
    }
    if (time < this.#since || this.#until.has(once)) return false;
    this.#until.set(once, now + 2 * GOOD_MS);
    return true;
  }
}
