import { isObject } from '@loadout/core';

/** Servers answer before they have read the project, and then with nothing. */
const YOUNG_MS = 2000;
const MOST_LOADING_MS = 30_000;
const MOST_TOKENS = 100;

/** Whether a server may still be about to know more: it has just started, or says itself that it is at work. */
export class Readiness {
  readonly #since = performance.now();
  readonly #working = new Set<string>();

  /** Handles a `$/progress` notification. */
  progress(token: unknown, value: unknown): void {
    const kind = isObject(value) ? value.kind : undefined;
    if (kind === 'begin' && this.#working.size < MOST_TOKENS) this.#working.add(String(token));
    if (kind === 'end') this.#working.delete(String(token));
  }

  get isSettling(): boolean {
    const age = performance.now() - this.#since;
    return age < YOUNG_MS || (this.#working.size > 0 && age < MOST_LOADING_MS);
  }
}
