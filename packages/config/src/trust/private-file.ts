import { randomUUID } from 'node:crypto';
import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { messageOf } from '@loadout/core';
import { makeFolder, regularFile, removeLeft, unlessCode } from '@loadout/node';
import { errors } from '../errors.js';

const PAUSE_MS = 10;
/** The age of a lock whose program was killed: the work under it takes milliseconds. */
const LEFT_MS = 5_000;

/** Does work while no other program of this user changes a file, so that two that answer at once keep both answers. Throws TRUST_STORE. */
export function whileHeld<T>(file: string, act: () => T): T {
  const lock = `${file}.lock`;
  const text = randomUUID();
  try {
    take(lock, text);
  } catch (cause) {
    throw errors.TRUST_STORE({ file, problem: messageOf(cause) }, { cause });
  }
  try {
    return act();
  } finally {
    // A program that stood still for long may have lost its lock to another one.
    if (textOf(lock) === text) rmSync(lock, { force: true });
  }
}

/** Takes a lock as soon as it is free, or left: old by the clock of its file system, or the same all the time while this program waited. */
function take(lock: string, text: string): void {
  let [seen, since] = [textOf(lock), Date.now()];
  const isLeft = (content: string, now: number) =>
    now - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? now) > LEFT_MS ||
    (content === seen && Date.now() - since > LEFT_MS);
  makeFolder(dirname(lock));
  while (!isMade(lock, text)) {
    const found = textOf(lock);
    if (found !== seen) [seen, since] = [found, Date.now()];
    if (found !== undefined && isLeft(found, Date.now())) removeLeft(lock, isLeft);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  }
}

/** Makes the lock if there is none. */
const isMade = (lock: string, text: string): boolean =>
  unlessCode(() => {
    writeFileSync(lock, text, { flag: 'wx', mode: 0o600 });
    return true;
  }, 'EEXIST') ?? false;

const textOf = (file: string): string | undefined => unlessCode(() => regularFile(file).toString(), 'ENOENT');

/** Writes a whole file that its owner alone can read, or with a throw nothing. */
export function writePrivate(file: string, text: string): void {
  makeFolder(dirname(file));
  writeWhole(file, text, 0o600);
}

/** Writes a whole file beside its place, where nothing may stand, and moves it there; or with a throw nothing. */
export function writeWhole(file: string, text: string, mode: number): void {
  const fresh = join(dirname(file), `.${basename(file)}.${process.pid}`);
  try {
    rmSync(fresh, { force: true });
    writeFileSync(fresh, text, { mode, flag: 'wx' });
    renameSync(fresh, file);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
}
