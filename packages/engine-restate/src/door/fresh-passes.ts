import { createHmac, randomBytes } from 'node:crypto';
import type { Pass } from './pass.js';

/** The time for which a pass is good, before and after its making. */
const GOOD_MS = 60_000;

/**
 * The passes that a door still takes: those that were made just now, each once. A client whose clock is wrong takes the time from the
 * door. Only this door believes that time, so a program at its port before learns nothing that opens it.
 */
export class FreshPasses {
  readonly #since: number;
  readonly #secret = randomBytes(32);
  /** The time until which each pass that was taken is good. The first taken is the first. */
  readonly #until = new Map<string, number>();

  constructor(now = Date.now()) {
    this.#since = now;
  }

  /** Returns the time, with a code of this door. */
  stamp(now = Date.now()): string {
    return `${now}~${createHmac('sha256', this.#secret).update(String(now)).digest('base64url')}`;
  }

  /** Takes a pass. Returns false for one that is old, was taken, or was made before the door was open, when somebody else may have seen it. */
  take({ stamp, once }: Pick<Pass, 'stamp' | 'once'>, now = Date.now()): boolean {
    for (const [taken, until] of this.#until) {
      if (until >= now) break;
      this.#until.delete(taken);
    }
    const time = Number.parseInt(stamp, 10);
    const isKnown = stamp === String(time) || stamp === this.stamp(time);
    const isFresh = time >= this.#since && Math.abs(now - time) <= GOOD_MS;
    if (!isKnown || !isFresh || this.#until.has(once)) return false;
    this.#until.set(once, now + 2 * GOOD_MS);
    return true;
  }
}
