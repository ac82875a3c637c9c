import type { AboutAgent } from './ledger-line.js';

/** The money of one agent and of the agents under it, over all runs of its session. */
export class Purse {
  #spent: number | null | undefined;
  #held = 0;
  #holders = 0;
  #waiting: (() => void)[] = [];
  readonly #earlier: () => number | null;
  /** Whether a limit or a budget may bind the requests of the agent. */
  readonly isBound: boolean;
  /** The facts about the agent in the ledger, since its first request. */
  about: AboutAgent | undefined;

  /** `earlier` returns what earlier runs of the session have spent; it is called once, with the first question for `spent`. */
  constructor({ isBound, earlier = () => 0 }: { readonly isBound: boolean; readonly earlier?: () => number | null }) {
    this.isBound = isBound;
    this.#earlier = earlier;
  }

  /** US dollars; `null` once the cost of an answer is unknown. */
  get spent(): number | null {
    if (this.#spent === undefined) this.#spent = this.#earlier();
    return this.#spent;
  }

  /** US dollars that the requests under way may still cost. */
  get held(): number {
    return this.#held;
  }

  hold(usd: number): void {
    this.#held += usd;
    this.#holders += 1;
  }

  /** Replaces the money that a request held by its cost. */
  settle(held: number, cost: number | null): void {
    const { spent } = this;
    this.#spent = spent === null || cost === null ? null : spent + cost;
    this.#holders -= 1;
    // Without this, a remainder of adding fractions would be held for ever.
    this.#held = this.#holders === 0 ? 0 : this.#held - held;
    for (const wake of this.#waiting.splice(0)) wake();
  }

  /** Resolves when a request is settled. */
  settled(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
