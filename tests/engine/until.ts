import { setTimeout as pause } from 'node:timers/promises';

const FIRST_MS = 20;
const MOST_MS = 500;
/** Below the time of a test, whose error would not name the value. */
const PATIENCE_MS = 900_000;

/**
 * Resolves with the value when it is there. Looks after 20 ms, and ever less often after that, because a look at the runs of an engine
 * costs 13 ms of processor time: a value that comes late is seen a tenth of its time later.
 */
export async function until<T>(
  look: () => T | undefined | Promise<T | undefined>,
  { missing = () => 'The value is not there.' }: { missing?: () => string } = {},
): Promise<T> {
  const began = performance.now();
  for (;;) {
    const { found, problem } = await looked(look);
    if (found !== undefined) return found;
    const waited = performance.now() - began;
    if (waited > PATIENCE_MS) throw problem ?? new Error(missing());
    await pause(Math.min(MOST_MS, FIRST_MS + waited / 10));
  }
}

/** An engine that does not answer yet is asked again. */
async function looked<T>(look: () => T | undefined | Promise<T | undefined>) {
  try {
    return { found: await look(), problem: undefined };
  } catch (problem) {
    return { found: undefined, problem };
  }
}
