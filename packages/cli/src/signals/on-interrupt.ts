import { END_SIGNALS, exitBySignal, signalExitCode } from '@loadout/command';
import type { Io } from '../io.js';

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
export function onInterrupt(io: Pick<Io, 'draws' | 'tell'>, interrupt: () => void): Interrupts {
  let first: NodeJS.Signals | undefined;
  const handle = (signal: NodeJS.Signals) => {
    if (first !== undefined) {
      if (io.draws) io.tell('\r\x1b[2K');
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
