const LOOK_EVERY_MS = 1_000;

/**
 * Calls back once the process that started this one is gone, however it went: nobody else would end what is waited for here.
 * Gives back what ends the watch. A process that has no parent of its own is never told.
 */
export function whenOrphaned(tell: () => void, everyMs = LOOK_EVERY_MS): () => void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    tell();
  }, everyMs).unref();
  return () => clearInterval(timer);
}
