/** The time, and one call later. A test gives its own. */
export interface Clock {
  now(): number;
  /** Calls `run` once after some milliseconds. Returns a function that calls it off. */
  after(ms: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** Frames a second: what a person sees as smooth, and half of what most terminals draw. */
const EVERY_MS = 1000 / 30;

/** Calls `draw` soon after it is asked for: at once after a rest, else after a thirtieth of a second. */
export class Pace {
  readonly #draw: () => void;
  readonly #clock: Clock;
  #last = Number.NEGATIVE_INFINITY;
  #stop: (() => void) | undefined;

  constructor(draw: () => void, clock: Clock) {
    this.#draw = draw;
    this.#clock = clock;
  }

  ask(): void {
    if (this.#stop === undefined) this.#wait(Math.max(0, this.#last + EVERY_MS - this.#clock.now()));
  }

  /** Draws after a time without another call of this. */
  hold(ms: number): void {
    this.stop();
    this.#wait(ms);
  }

  stop(): void {
    this.#stop?.();
    this.#stop = undefined;
  }

  #wait(ms: number): void {
    const run = () => {
      this.#stop = undefined;
      this.#last = this.#clock.now();
      this.#draw();
    };
    if (ms > 0) this.#stop = this.#clock.after(ms, run);
    else {
      let isOff = false;
      this.#stop = () => {
        isOff = true;
      };
      queueMicrotask(() => {
        if (!isOff) run();
      });
    }
  }
}
