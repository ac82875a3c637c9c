import { closeSync, openSync, readFileSync, statSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isLoadoutError, messageOf } from '@loadout/core';
import { hasEnded, ownMark, type ProcessMark, removeLeft } from '@loadout/node';
import { errors } from '../report/errors.js';
import { makeFolder, type SessionPlace } from './session-store.js';

/** The lock of a session: one process at a time may write to it. */
export interface SessionLock {
  release(): void;
}

/** Whether a process that is not seen from here has ended is known by its lock: a running one touches it at this interval. */
const BEAT_MS = 15_000;
const LEASE_MS = 60_000;

/**
 * Takes the lock, and makes the folder first if there is none: nearly all sessions begin in a folder that has others. Throws SESSION_BUSY,
 * SESSION_STORE.
 */
export function lockSession(place: SessionPlace): SessionLock {
  try {
    return takeLock(place);
  } catch (error) {
    if (!isLoadoutError(error) || (error.cause as NodeJS.ErrnoException | undefined)?.code !== 'ENOENT') throw error;
    makeFolder(dirname(place.file));
    return takeLock(place);
  }
}

/** Locks a session; `undefined` if the session is already locked. */
export function lockFreeSession(place: SessionPlace): SessionLock | undefined {
  try {
    return takeLock(place);
  } catch {
    return undefined;
  }
}

/** Whether a process has a session open for writing. `file` is the path of its records. */
export function isSessionInUse(file: string): boolean {
  try {
    return holderOf(lockOf(file)) !== undefined;
  } catch {
    return false;
  }
}

const lockOf = (file: string): string => `${file}.lock`;

/** A lock of an ended process does not count. */
function takeLock(place: SessionPlace): SessionLock {
  const lock = lockOf(place.file);
  try {
    for (let attempt = 0; attempt < 3; attempt++) {
      if (isMade(lock)) return held(lock);
      const holder = holderOf(lock);
      if (holder !== undefined) throw errors.SESSION_BUSY({ id: place.id, ...holder });
      removeLeft(lock, (content) => holderIn(content, lock) === undefined);
    }
  } catch (error) {
    if (isLoadoutError(error)) throw error;
    throw errors.SESSION_STORE({ dir: dirname(place.file), problem: messageOf(error) }, { cause: error });
  }
  throw errors.SESSION_BUSY({ id: place.id });
}

function held(lock: string): SessionLock {
  const beat = setInterval(() => touch(lock), BEAT_MS).unref();
  return {
    release: () => {
      clearInterval(beat);
      removeLock(lock);
    },
  };
}

/** Makes the lock if there is none. A full disk leaves no empty one. */
function isMade(lock: string): boolean {
  let descriptor: number;
  try {
    descriptor = openSync(lock, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  try {
    writeFileSync(descriptor, JSON.stringify(ownMark()));
    return true;
  } catch (error) {
    removeLock(lock);
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

/** Removes a lock, which may be gone. `rmSync` does the same at several times the cost. */
function removeLock(lock: string): void {
  try {
    unlinkSync(lock);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function touch(lock: string): void {
  try {
    const now = new Date();
    utimesSync(lock, now, now);
  } catch {
    // The folder of the session is gone, or not writable for now.
  }
}

/** The process of a lock. */
interface Holder {
  /** `undefined` while the lock is being made. */
  readonly pid?: number;
  /** Whether it counts its processes in another namespace, as another container does. */
  readonly isElsewhere?: boolean;
}

/** Returns the process that holds the lock; `undefined` if there is no lock, or if its process has ended. */
function holderOf(lock: string): Holder | undefined {
  try {
    return holderIn(readFileSync(lock, 'utf8'), lock);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function holderIn(content: string, lock: string): Holder | undefined {
  if (content === '') return isFresh(lock) ? {} : undefined;
  const mark = markIn(content);
  if (mark === undefined) return undefined;
  const ended = hasEnded(mark);
  if (ended ?? !isFresh(lock)) return undefined;
  return { pid: mark.pid, isElsewhere: ended === undefined };
}

/** A lock of an earlier version has the number of the process alone. */
function markIn(content: string): ProcessMark | undefined {
  try {
    const value = JSON.parse(content) as ProcessMark | number;
    const mark = typeof value === 'number' ? { ...ownMark(), pid: value, started: 0 } : value;
    return [mark.pid, mark.started, mark.namespace].every(Number.isInteger) && mark.pid > 0 ? mark : undefined;
  } catch {
    return undefined;
  }
}

function isFresh(lock: string): boolean {
  const stat = statSync(lock, { throwIfNoEntry: false });
  return stat !== undefined && Date.now() - stat.mtimeMs < LEASE_MS;
}
