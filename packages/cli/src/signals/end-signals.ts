import { END_SIGNALS, exitBySignal } from '@loadout/command';

/** Ctrl+\ ends the process at once, as elsewhere, but also every process that it started. */
const AT_ONCE = ['SIGQUIT'] as const;

/**
 * Makes sure that no started process outlives this one, however a command handles signals. By default, a signal ends a process
 * without its exit listeners.
 */
export function endOnSignals(): void {
  for (const signal of [...END_SIGNALS, ...AT_ONCE])
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) exitBySignal(signal);
    });
}
