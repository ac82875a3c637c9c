/** A timer that fires this much too late says that this process was stopped, or slept. */
const STOPPED_MS = 200;
/** Extra time for a busy process to read an answer that has already arrived. */
const CATCH_UP_MS = 500;
/** A timer cannot be longer. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Runs the action after a time, and a little later if this process was stopped meanwhile. Returns a function that cancels it. */
export function after(ms: number, action: () => void): () => void {
  const wait = Math.min(ms, LONGEST_TIMER_MS);
  const due = performance.now() + wait;
  let timer = setTimeout(() => {
    if (performance.now() - due < STOPPED_MS) action();
    else timer = setTimeout(action, CATCH_UP_MS);
  }, wait);
  return () => clearTimeout(timer);
}

/** Returns whether the work settles within the time. The work itself continues. */
export function settlesWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const cancel = after(ms, () => resolve(false));
    const settled = () => {
      cancel();
      resolve(true);
    };
    work.then(settled, settled);
  });
}
