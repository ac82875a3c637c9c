const LOOK_EVERY_MS = 1_000;

/**
 * Calls back when the parent of this process is gone, however it ended, because nobody else would end the engine. Returns a
 * function that ends the watch. A process without a parent of its own gets no call.
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
