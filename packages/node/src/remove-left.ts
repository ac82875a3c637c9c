import { closeSync, openSync, rmSync, statSync } from 'node:fs';
import { unlessCode } from './paths.js';
import { regularFile } from './regular-file.js';

/** A guard exists for a moment. An older one was left by a process that was killed in that moment. */
const GUARD_MS = 60_000;

/**
 * Removes a lock file that its holder has left behind. Of two processes that find it left, the slower one would remove the file that the
 * faster one has made by then, and both would hold the lock. So one process at a time judges the content again and removes the file.
 * Others return with the file in place. `isLeft` gets the content, and the time by the clock of the file system. Contract: nobody but
 * its holder and this function removes the file.
 */
export function removeLeft(path: string, isLeft: (content: string, now: number) => boolean): void {
  const guard = `${path}.left`;
  const made = unlessCode(() => openSync(guard, 'wx', 0o600), 'EEXIST');
  if (made === undefined) {
    // A left guard is a left lock: the slower of two processes would remove the new guard of the faster one.
    if (isOld(guard)) removeLeft(guard, (_, now) => isOld(guard, now));
    return;
  }
  try {
    closeSync(made);
    const content = unlessCode(() => regularFile(path).toString(), 'ENOENT');
    // A file that is not there now may be there in the next moment, and belong to somebody.
    if (content !== undefined && isLeft(content, timeOf(guard))) rmSync(path, { force: true });
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
