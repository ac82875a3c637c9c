import { setImmediate as nextTurn } from 'node:timers/promises';
import { createContext, Script } from 'node:vm';

const SLICE_MS = 12;
/** A step that takes this long is a pattern that goes through all ways to fail: no piece of text is that large. */
const LONGEST_STEP_MS = 2000;

/**
 * Runs `steps` to its end, in short slices with other work between them. `false` when the time was up or one step would not
 * end: JavaScript's patterns can take longer than the universe has, and only the virtual machine can stop one.
 */
export async function runInSlices(
  steps: Iterator<unknown>,
  limits: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<boolean> {
  const started = performance.now();
  let isOver = false;
  const slice = () => {
    const until = performance.now() + SLICE_MS;
    while (!isOver && performance.now() < until) isOver = steps.next().done === true;
  };
  const context = createContext({ slice });
  const script = new Script('slice()');
  while (!isOver && !limits.signal.aborted) {
    const left = limits.timeoutMs - (performance.now() - started);
    if (left <= 0) return false;
    try {
      script.runInContext(context, { timeout: Math.max(1, Math.ceil(Math.min(left, LONGEST_STEP_MS))) });
    } catch (error) {
      if (isTimeout(error)) return false;
      throw error;
    }
    await nextTurn();
  }
  return true;
}

/** The error can be of another realm. */
const isTimeout = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
