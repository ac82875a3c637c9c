import { errors } from './errors.js';
import type { Io } from './io.js';
import { tellFailure } from './tell-failure.js';

export interface Faults {
  /** Whether there was one. The command then fails, whatever it returns. */
  readonly any: boolean;
}

/**
 * Listens for faults outside of any call, such as in the timer of a plugin. The first is told, and ends the command as a signal does: calls
 * are answered, and the session can be continued. A server has a listener of its own, and goes on.
 */
export function watchFaults(io: Io): Faults {
  const faults = { any: false };
  const onFault = async (kind: 'uncaughtException' | 'unhandledRejection', fault: unknown) => {
    if (faults.any || process.listenerCount(kind) > 1) return;
    faults.any = true;
    const message = fault instanceof Error ? fault.message : String(fault);
    await tellFailure(errors.PLUGIN_FAULT({ place: placeOf(fault), message }, { cause: fault }), io);
    if (process.listenerCount('SIGTERM') > 1) process.emit('SIGTERM', 'SIGTERM');
    else io.frame('', () => process.exit(1));
  };
  for (const kind of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(kind, (fault: unknown) => void onFault(kind, fault));
  return faults;
}

/** Returns the package, or else the file and line, at the top of a stack. `undefined` for a fault without a stack. */
function placeOf(fault: unknown): string | undefined {
  const stack = fault instanceof Error ? (fault.stack ?? '') : '';
  const place = /\(?(?:file:\/\/)?(\/[^\n()]+?:\d+):\d+\)?$/m.exec(stack)?.[1];
  return /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(place ?? '')?.[1] ?? place;
}
