import { closeSync, openSync, readFileSync, statSync, unlinkSync, writeFileSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname } from 'node:path';
import { isLoadoutError, messageOf } from '@loadout/core';
import { hasEnded, ownMark, type ProcessMark, regularFile, removeLeft, unlessCode } from '@loadout/node';
import { errors } from './errors.js';
import { makeSessionFolder, type SessionPlace } from './session-place.js';

/** The lock of a session: one process at a time may write to it. */
export interface SessionLock {
  release(): void;
}

/** A running process touches its locks at this interval, by which other containers and machines know that it runs. */
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
    makeSessionFolder(dirname(place.file));
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
  let holder: Holder | undefined;
  try {
    for (let attempt = 0; attempt < 3; attempt++) {
      const text = ownText();
      if (isMade(lock, text)) return held(lock, text);
      holder = holderOf(lock);
      if (holder?.isRunning === true) break;
      // Only the clock of the file system tells how old a lock is.
      removeLeft(lock, (content, now) => holderIn(content, { lock, now }) === undefined);
    }
  } catch (error) {
    if (isLoadoutError(error)) throw error;
    throw errors.SESSION_STORE({ dir: dirname(place.file), problem: `${basename(lock)}: ${messageOf(error)}` }, { cause: error });
  }
  throw errors.SESSION_BUSY({ id: place.id, pid: holder?.pid, place: holder?.place });
}

function held(lock: string, text: string): SessionLock {
  const beat = setInterval(() => touch(lock, text), BEAT_MS).unref();
  return {
    release: () => {
      clearInterval(beat);
      // A process that stood still for long may have lost its lock to another one.
      if (textOf(lock) === text) removeLock(lock);
    },
  };
}

/** Makes the lock if there is none. A full disk leaves no empty one. */
function isMade(lock: string, text: string): boolean {
  const descriptor = unlessCode(() => openSync(lock, 'wx', 0o600), 'EEXIST');
  if (descriptor === undefined) return false;
  try {
    writeFileSync(descriptor, text);
    return true;
  } catch (error) {
    removeLock(lock);
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

/** Removes a lock, which may be gone. `rmSync` does the same at several times the cost. */
const removeLock = (lock: string): void => unlessCode(() => unlinkSync(lock), 'ENOENT');

/** Writes the same text again, which sets the time by the clock of the file system, as all machines that share it see it. */
function touch(lock: string, text: string): void {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(lock, 'r+');
    if (readFileSync(descriptor, 'utf8') === text) writeSync(descriptor, text, 0);
  } catch {
    // The folder of the session is gone, or not writable for now.
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** The mark of a process, with the name of its machine: two machines that share a folder count their processes by themselves. */
type Mark = ProcessMark & { readonly machine?: string | undefined };

const ownText = (): string => JSON.stringify({ ...ownMark(), machine: hostname() } satisfies Mark);

/** The process of a lock. */
interface Holder {
  /** `undefined` while the lock is being made. */
  readonly pid?: number;
  /** Whether the process is here and runs. Absent: the age of the lock decides. */
  readonly isRunning?: true;
  /** Where else the process is. */
  readonly place?: 'container' | 'machine' | undefined;
}

/** Returns the process that holds the lock; `undefined` if there is no lock, or if its process has ended. */
function holderOf(lock: string): Holder | undefined {
  const content = textOf(lock);
  return content === undefined ? undefined : holderIn(content, { lock, now: Date.now() });
}

const textOf = (lock: string): string | undefined => unlessCode(() => regularFile(lock).toString(), 'ENOENT');

interface Look {
  readonly lock: string;
  readonly now: number;
}

function holderIn(content: string, look: Look): Holder | undefined {
  const mark = markIn(content);
  // A lock without a whole mark is being made, or its process was killed at that moment.
  if (mark === undefined) return isFresh(look) ? {} : undefined;
  const { pid, machine = hostname() } = mark;
  const isOther = machine !== hostname();
  const ended = isOther ? undefined : hasEnded(mark);
  if (ended ?? !isFresh(look)) return undefined;
  return ended === undefined ? { pid, place: isOther ? 'machine' : 'container' } : { pid, isRunning: true };
}

function markIn(content: string): Mark | undefined {
  try {
    const mark = JSON.parse(content) as Mark;
    return [mark.pid, mark.started, mark.namespace].every(Number.isInteger) && mark.pid > 0 ? mark : undefined;
  } catch {
    return undefined;
  }
}

function isFresh({ lock, now }: Look): boolean {
  const stat = statSync(lock, { throwIfNoEntry: false });
  return stat !== undefined && now - stat.mtimeMs < LEASE_MS;
}
