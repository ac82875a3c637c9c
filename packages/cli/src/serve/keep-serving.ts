import type { Io } from '../io.js';
import { printable } from '../render/printable.js';

/**
 * A fault that no run answers for, such as one in the timer of a plugin, is told of and ends nothing: a server has other runs.
 * Gives back what ends the watch.
 */
export function keepServing(io: Pick<Io, 'tell'>): () => void {
  const tell = (fault: unknown) =>
    io.tell(
      `note: A fault outside of any run, which goes on: ${printable(fault instanceof Error ? (fault.stack ?? fault.message) : String(fault))}\n`,
    );
  process.on('uncaughtException', tell).on('unhandledRejection', tell);
  return () => void process.off('uncaughtException', tell).off('unhandledRejection', tell);
}
