import { writeSync } from 'node:fs';
import { END_SIGNALS, exitBySignal } from '@loadout/command';
import { hasGroups, type SystemName, thisSystem } from '@loadout/node/platform';
import type { Terminal } from './terminal.js';

/** One listener, which another one takes the place of. */
function single<T extends (...values: never[]) => void>(on: (listener: T) => void, off: (listener: T) => void) {
  let current: T | undefined;
  return (listener: T | undefined) => {
    if (current !== undefined) off(current);
    current = listener;
    if (listener !== undefined) on(listener);
  };
}

interface Surroundings {
  readonly env?: Terminal['env'];
  /** Writes where something else stands in the way of standard output. */
  readonly write?: Terminal['write'];
}

/** The terminal of this process. */
export function processTerminal({
  env = process.env,
  write = (text) => process.stdout.write(text),
}: Surroundings = {}): Terminal {
  const { stdin } = process;
  // Node reads the size when a signal tells of a change, which comes late in a busy process. A frame for another size cannot be undone.
  const stdout: typeof process.stdout & { readonly _refreshSize?: () => void } = process.stdout;
  return {
    env,
    get size() {
      whileThere(() => stdout._refreshSize?.());
      return { columns: stdout.columns || 80, rows: stdout.rows || 24 };
    },
    write,
    writeSync: (text) => whileThere(() => writeSync(1, text)),
    setRawMode: (on) => whileThere(() => stdin.setRawMode?.(on)),
    onInput: single(
      (listener: (piece: Buffer) => void) => stdin.on('data', listener).resume(),
      (listener) => stdin.off('data', listener).pause(),
    ),
    onResize: single(
      (listener: () => void) => stdout.on('resize', listener),
      (listener) => stdout.off('resize', listener),
    ),
    onDrain: single(
      (listener: () => void) => stdout.on('drain', listener),
      (listener) => stdout.off('drain', listener),
    ),
    onEnd: single(
      (listener: () => void) => {
        stdin.once('end', listener).once('error', listener);
        stdout.once('error', listener);
      },
      (listener) => {
        stdin.off('end', listener).off('error', listener);
        stdout.off('error', listener);
      },
    ),
    onExit: single(
      (listener: () => void) => {
        process.on('exit', listener);
        for (const signal of END_SIGNALS) process.on(signal, endBySignal);
      },
      (listener) => {
        process.off('exit', listener);
        for (const signal of END_SIGNALS) process.off(signal, endBySignal);
      },
    ),
  };
}

/** Ends the process with its exit listeners, unless somebody else listens for the signal and ends it in order. */
function endBySignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) === 1) exitBySignal(signal);
}

/**
 * Suspends this process as Ctrl+Z does in a shell. Resolves when it goes on. Lend the screen for this time. A timer keeps a process
 * alive that waits for nothing else. Windows has no such signal, and its process goes on at once.
 */
export function suspended(system: SystemName = thisSystem): Promise<void> {
  if (!hasGroups(system)) return Promise.resolve();
  const alive = setInterval(() => {}, 1_000_000);
  return new Promise((resolve) => {
    process.once('SIGCONT', () => {
      clearInterval(alive);
      resolve();
    });
    process.kill(process.pid, 'SIGTSTP');
  });
}

/** Does what fails only because the terminal is gone. */
function whileThere(act: () => void): void {
  try {
    act();
  } catch (error) {
    if (!['EIO', 'EPIPE', 'EBADF', 'ENXIO'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
