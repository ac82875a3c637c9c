import { closeSync, openSync, rmSync, statSync } from 'node:fs';
import { unlessCode } from './paths.js';

/** A guard exists for a moment. An older one was left by a process that was killed in that moment. */
const GUARD_MS = 60_000;

/**
 * Does something with a file that one process at a time may do. In the others, and if a killed process has left its guard, it
 * returns with nothing done. `action` gets the time by the clock of the file system. Contract: it takes a moment.
 */
export function whileAlone(path: string, action: (now: number) => void): void {
  const guard = `${path}.left`;
  const made = unlessCode(() => openSync(guard, 'wx', 0o600), 'EEXIST');
  if (made === undefined) {
    // A left guard is removed as a left lock is: the slower of two processes would remove the new guard of the faster one.
    if (isOld(guard)) whileAlone(guard, (now) => isOld(guard, now) && rmSync(guard, { force: true }));
    return;
  }
  try {
    closeSync(made);
    action(timeOf(guard));
  } finally {
    rmSync(guard, { force: true });
  }
}

function isOld(guard: string, now = Date.now()): boolean {
  const stat = statSync(guard, { throwIfNoEntry: false });
  return stat !== undefined && now - stat.mtimeMs > GUARD_MS;
}

/** Returns when the guard was made, by the clock of the file system. The clock of another machine may differ from that of this one. */
const timeOf = (guard: string): number => statSync(guard, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
