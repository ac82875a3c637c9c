import { setImmediate as nextTurn } from 'node:timers/promises';

const SLICE_MS = 20;

/** Yields the values, and lets timers and signals have their turn now and then: a file may take minutes. Ends when the signal aborts. */
export async function* inSlices<T>(values: Iterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  let until = performance.now() + SLICE_MS;
  for (const value of values) {
    if (performance.now() >= until) {
      await nextTurn();
      until = performance.now() + SLICE_MS;
    }
    if (signal.aborted) return;
    yield value;
  }
}
