import type { Io } from '../io.js';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * The first signal ends the run in order: every open call is answered, the session can go on. The second ends the process
 * at once. Gives back what takes the handlers away.
 */
export function onInterrupt(io: Io, interrupt: () => void): () => void {
  let asked = false;
  const handle = () => {
    if (asked) {
      if (io.isTerminal) io.tell('\r\x1b[2K');
      process.exit(130);
    }
    asked = true;
    interrupt();
  };
  for (const signal of SIGNALS) process.on(signal, handle);
  return () => {
    for (const signal of SIGNALS) process.off(signal, handle);
  };
}
