import { after } from '@loadout/node';

export type Ending = 'itself' | 'timeout' | 'interrupt' | 'sent';

export interface EndOptions {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Registers a listener for the move to the background. Returns a function that removes it. Absent: nobody can send it there. */
  readonly whenSent?: (listener: () => void) => () => void;
}

/**
 * Resolves with the first event: the end, the timeout, an abort, or the move to the background. Leaves no timer and no listener.
 */
export function firstEnd(ended: Promise<unknown>, { timeoutMs, signal, whenSent }: EndOptions): Promise<Ending> {
  return new Promise((settle) => {
    const end = (how: Ending) => {
      cancel();
      signal.removeEventListener('abort', onAbort);
      unsent?.();
      settle(how);
    };
    const onAbort = () => end('interrupt');
    // An end that came with the last events is heard first.
    const cancel = after(timeoutMs, () => setImmediate(() => end('timeout')));
    const unsent = whenSent?.(() => end('sent'));
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    ended.then(() => end('itself'));
  });
}
