import { END_SIGNALS, exitBySignal, signalExitCode } from '@loadout/command';
import type { Io } from './io.js';

export interface Interrupts {
  /** The exit code of the first signal; `undefined` before any signal. */
  readonly exitCode: number | undefined;
  /** Removes the handlers. */
  release(): void;
}

/**
 * Handles signals: the first ends the run in order, with every open call answered, so that the session can continue. The second
 * ends the process at once.
 */
export function onInterrupt(io: Pick<Io, 'draws' | 'screen'>, interrupt: () => void): Interrupts {
  let first: NodeJS.Signals | undefined;
  const handle = (signal: NodeJS.Signals) => {
    if (first !== undefined) {
      if (io.draws) io.screen.tell('\r\x1b[2K');
      exitBySignal(signal);
    }
    first = signal;
    interrupt();
  };
  for (const signal of END_SIGNALS) process.on(signal, handle);
  return {
    get exitCode() {
      return first === undefined ? undefined : signalExitCode(first);
    },
    release() {
      for (const signal of END_SIGNALS) process.off(signal, handle);
    },
  };
}

/**
 * Reports faults that belong to no run, such as a fault in the timer of a plugin. They end nothing, because a server has other
 * runs. Returns a function that ends the watch.
 */
export function keepServing(io: Pick<Io, 'note'>): () => void {
  const tell = (fault: unknown) =>
    io.note(
      `A fault outside of any run, which goes on: ${fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)}`,
    );
  process.on('uncaughtException', tell).on('unhandledRejection', tell);
  return () => void process.off('uncaughtException', tell).off('unhandledRejection', tell);
}

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
