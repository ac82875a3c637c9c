import { readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isLoadoutError } from '@loadout/core';
import { errors } from '../report/errors.js';
import { makeFolder, type SessionPlace } from './session-store.js';

/** Takes the lock, and makes the folder first if there is none: nearly all sessions begin in a folder that has others. */
export function lockIn(place: SessionPlace): string {
  try {
    return takeLock(place);
  } catch (error) {
    if (!isLoadoutError(error) || (error.cause as NodeJS.ErrnoException | undefined)?.code !== 'ENOENT') throw error;
    makeFolder(dirname(place.file));
    return takeLock(place);
  }
}

/** Locks a session for writing and returns the release; `undefined` if the session is already locked. */
export function holdLock(place: SessionPlace): (() => void) | undefined {
  try {
    const lock = takeLock(place);
    return () => removeLock(lock);
  } catch {
    return undefined;
  }
}

/** Removes a lock, which may be gone. `rmSync` does the same at several times the cost. */
export function removeLock(lock: string): void {
  try {
    unlinkSync(lock);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** Takes the lock: one run at a time may write to a session. A lock of an ended process does not count. */
function takeLock(place: SessionPlace): string {
  const lock = `${place.file}.lock`;
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx', mode: 0o600 });
      return lock;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
        throw errors.SESSION_STORE({ dir: dirname(place.file), problem: (error as Error).message }, { cause: error });
    }
    const pid = ownerOf(lock);
    if (pid !== undefined && isAlive(pid)) throw errors.SESSION_BUSY({ id: place.id, pid });
    removeLock(lock);
  }
  throw errors.SESSION_BUSY({ id: place.id, pid: ownerOf(lock) ?? 0 });
}

function ownerOf(lock: string): number | undefined {
  try {
    const pid = Number(readFileSync(lock, 'utf8'));
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
