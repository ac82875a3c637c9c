import { exitBySignal } from './exit-by-signal.js';

/** The signals that ask a process to end in order. A terminal that closes sends SIGHUP. */
export const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Ctrl+\ ends at once, as it does elsewhere, but takes along what was started. */
const AT_ONCE = ['SIGQUIT'] as const;

/**
 * Whatever a command does about signals by itself: nothing that it started outlives this process. Left to the system, a signal
 * ends a process without its exit listeners.
 */
export function endOnSignals(): void {
  for (const signal of [...END_SIGNALS, ...AT_ONCE])
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) exitBySignal(signal);
    });
}
