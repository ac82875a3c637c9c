/** A timer that fires this much too late says that this process was stopped, or slept. */
const STOPPED_MS = 200;
/** Extra time for a busy process to read an answer that has already arrived. */
const CATCH_UP_MS = 500;

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
  #timer: NodeJS.Timeout | undefined;

  constructor(times: CallTimes, caller: AbortSignal) {
    this.#times = times;
    this.signal = AbortSignal.any([caller, this.#controller.signal]);
    this.renew();
  }

  renew(): void {
    clearTimeout(this.#timer);
    const { idleMs, longestMs } = this.#times;
    const left = this.#began + longestMs - performance.now();
    this.#wait(Math.max(0, Math.min(idleMs, left)), left < idleMs ? longestMs : idleMs);
  }

  release(): void {
    clearTimeout(this.#timer);
  }

  #wait(ms: number, limitMs: number): void {
    const due = performance.now() + ms;
    this.#timer = setTimeout(() => {
      const expire = () => this.#expire(limitMs);
      if (performance.now() - due < STOPPED_MS) expire();
      else this.#timer = setTimeout(expire, CATCH_UP_MS);
    }, ms);
  }

  #expire(limitMs: number): void {
    this.exceededMs = limitMs;
    this.#controller.abort(new Error(`no answer after ${limitMs} ms`));
  }
}
