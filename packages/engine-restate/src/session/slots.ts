import { Waiters } from '@loadout/node';

/** The time in which a claimed run arrives. Another worker may have claimed it at the same moment and have it. */
const CLAIM_MS = 5_000;

/** The pause before a run that this worker cannot have is claimed again. It doubles: a missing folder may be mounted later. */
const FIRST_DECLINE_MS = 2_000;
const MOST_DECLINE_MS = 60_000;
const MOST_DECLINED = 1_000;

interface Declined {
  readonly until: number;
  readonly pause: number;
}

/** The places for runs of one worker. A place is free, held by a run, or kept for a run that this worker has claimed. */
export class Slots {
  readonly #count: number;
  #held = 0;
  readonly #claims = new Map<string, NodeJS.Timeout>();
  /** The oldest refusal first. */
  readonly #declined = new Map<string, Declined>();
  readonly #freed = new Waiters();
  #othersWait = false;

  constructor(count: number) {
    this.#count = count;
  }

  get free(): number {
    return Math.max(0, this.#count - this.#held - this.#claims.size);
  }

  /** True if there is a place for a run that arrives. */
  has(run: string): boolean {
    return this.#claims.has(run) || (this.free > 0 && !this.#othersWait);
  }

  /** Gives a place to a run that arrives. Returns its release, or `undefined` if the run has to wait. */
  enter(run: string): (() => void) | undefined {
    if (!this.has(run)) return undefined;
    this.drop(run);
    this.#held += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#held -= 1;
      this.#freed.wake();
    };
  }

  /** Keeps a place for a run that was called here. */
  claim(run: string): void {
    this.drop(run);
    const timer = setTimeout(() => this.drop(run), CLAIM_MS);
    timer.unref();
    this.#claims.set(run, timer);
  }

  /** Gives up a claim. Returns false if there was none. */
  drop(run: string): boolean {
    clearTimeout(this.#claims.get(run));
    const isDropped = this.#claims.delete(run);
    if (isDropped) this.#freed.wake();
    return isDropped;
  }

  /** Reports that this worker lacks something that the run needs. Other workers may have it. */
  decline(run: string): void {
    const pause = Math.min(2 * (this.#declined.get(run)?.pause ?? FIRST_DECLINE_MS / 2), MOST_DECLINE_MS);
    this.#declined.delete(run);
    this.#declined.set(run, { until: performance.now() + pause, pause });
    const [oldest] = this.#declined.keys();
    if (this.#declined.size > MOST_DECLINED && oldest !== undefined) this.#declined.delete(oldest);
  }

  /** True while a run that was declined is left to other workers. */
  isDeclined(run: string): boolean {
    return performance.now() < (this.#declined.get(run)?.until ?? 0);
  }

  /** Says whether older runs wait in the engine. While they do, a newer run does not pass them. */
  othersWait(value: boolean): void {
    this.#othersWait = value;
  }

  /** Resolves when a place is free, or the signal says that nobody waits any more. */
  whenFree(signal: AbortSignal): Promise<void> {
    return this.#until(() => this.free > 0, { signal });
  }

  /** Resolves when no run has a place. */
  whenEmpty(): Promise<void> {
    return this.#until(() => this.#held === 0);
  }

  async #until(isTrue: () => boolean, { signal }: { readonly signal: AbortSignal } = new AbortController()): Promise<void> {
    while (!isTrue() && !signal.aborted) await this.#freed.wait(signal);
  }
}
