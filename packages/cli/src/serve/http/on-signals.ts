import type { Io } from '../../io.js';
import { plural } from '../../render/numbers.js';

interface Work {
  readonly busy: () => number;
  readonly interrupt: () => void;
}

/** The first signal lets what is under way come to its end, the second interrupts it, the third ends the process at once. */
export function onSignals(
  io: Pick<Io, 'tell'>,
  { busy, interrupt }: Work,
): { readonly first: Promise<void>; readonly release: () => void } {
  let count = 0;
  let begin = () => {};
  const first = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const heard = () => {
    count += 1;
    if (count > 2) process.exit(130);
    if (count === 2) return interrupt();
    if (busy() > 0) io.tell(`Waiting for ${plural(busy(), 'run')}; a second signal interrupts.\n`);
    begin();
  };
  process.on('SIGINT', heard).on('SIGTERM', heard);
  return { first, release: () => void process.off('SIGINT', heard).off('SIGTERM', heard) };
}
