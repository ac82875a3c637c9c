import { printable } from '@loadout/command';
import type { Io } from '../io.js';

/**
 * Reports faults that belong to no run, such as a fault in the timer of a plugin. They end nothing, because a server has other
 * runs. Returns a function that ends the watch.
 */
export function keepServing(io: Pick<Io, 'tell'>): () => void {
  const tell = (fault: unknown) =>
    io.tell(
      `note: A fault outside of any run, which goes on: ${printable(fault instanceof Error ? (fault.stack ?? fault.message) : String(fault))}\n`,
    );
  process.on('uncaughtException', tell).on('unhandledRejection', tell);
  return () => void process.off('uncaughtException', tell).off('unhandledRejection', tell);
}
