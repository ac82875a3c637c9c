import { after } from '@loadout/node';

export interface CallTimes {
  /** Milliseconds without an answer or progress. */
  readonly idleMs: number;
  /** Milliseconds in total, whatever progress is reported. */
  readonly longestMs: number;
}

/** The time that one call has. Progress renews the first of its times, and nothing the second. Source: MCP-07. */
export class CallDeadline {
  /** The time that ran out, in milliseconds. */
  exceededMs: number | undefined;
  readonly signal: AbortSignal;
  readonly #controller = new AbortController();
  readonly #times: CallTimes;
  readonly #began = performance.now();
  #cancel = () => {};

  constructor(times: CallTimes, caller: AbortSignal) {
    this.#times = times;
    this.signal = AbortSignal.any([caller, this.#controller.signal]);
    this.renew();
  }

  renew(): void {
    this.#cancel();
    const { idleMs, longestMs } = this.#times;
    const left = this.#began + longestMs - performance.now();
    const limitMs = left < idleMs ? longestMs : idleMs;
    this.#cancel = after(Math.max(0, Math.min(idleMs, left)), () => this.#expire(limitMs));
  }

  release(): void {
    this.#cancel();
  }

  #expire(limitMs: number): void {
    this.exceededMs = limitMs;
    this.#controller.abort(new Error(`no answer after ${limitMs} ms`));
  }
}
