/** A model thinks several times as long, and no part of a connection being made waits as long. */
const QUIET_MS = 100;
/** The share of that time for which the process may have worked. Above it, the request is still being made. */
const MOST_WORK = 0.2;

const NOTHING = () => {};

/**
 * Imports the modules of listed plugins while a model thinks, so that a first call costs what a later one does. The imports begin once the
 * process only waits, so they never delay the request. Each is a turn of the event loop of its own, in the order of the
 * configuration, and the first event of an answer stops the rest. Source: PERF-04.
 */
export class Preload {
  readonly #left: (() => void)[];

  /** `imports`: each imports one module. Contract: does not throw. */
  constructor(imports: readonly (() => void)[]) {
    this.#left = [...imports];
  }

  /** Called before a request leaves. Returns the function that stops the imports. */
  begin(): () => void {
    if (this.#left.length === 0) return NOTHING;
    let stopped = false;
    let timer: NodeJS.Timeout | undefined;
    const importOne = () => {
      if (stopped) return;
      this.#left.shift()?.();
      // Not unreferenced: a loop that waits for the network alone would not run it.
      if (this.#left.length > 0) setImmediate(importOne);
    };
    const wait = () => {
      const before = performance.eventLoopUtilization();
      timer = setTimeout(() => {
        if (performance.eventLoopUtilization(before).utilization > MOST_WORK) wait();
        else importOne();
      }, QUIET_MS).unref();
    };
    wait();
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }
}
