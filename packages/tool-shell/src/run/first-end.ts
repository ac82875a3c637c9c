export type Ending = 'itself' | 'timeout' | 'interrupt' | 'sent';

export interface EndOptions {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Registers a listener for the move to the background. Returns a function that removes it. */
  readonly whenSent: (listener: () => void) => () => void;
}

/** A timer that fires this much too late shows that this process was stopped, or slept. */
const STOPPED_MS = 200;
/** The time in which this process then may hear that the command has ended meanwhile. */
const CATCH_UP_MS = 500;

/**
 * Resolves with the first event: the end, the timeout, an abort, or the move to the background. Leaves no timer and no listener.
 */
export function firstEnd(ended: Promise<unknown>, { timeoutMs, signal, whenSent }: EndOptions): Promise<Ending> {
  return new Promise((settle) => {
    const end = (how: Ending) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      unsent();
      settle(how);
    };
    const onAbort = () => end('interrupt');
    const due = performance.now() + timeoutMs;
    let timer = setTimeout(() => {
      const isStopped = performance.now() - due > STOPPED_MS;
      timer = setTimeout(() => end('timeout'), isStopped ? CATCH_UP_MS : 0);
    }, timeoutMs);
    const unsent = whenSent(() => end('sent'));
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    ended.then(() => end('itself'));
  });
}
