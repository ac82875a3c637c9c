import { closeSync, mkdirSync, openSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { messageOf } from '@loadout/core';
import { errors } from '../errors.js';

const PAUSE_MS = 10;
/** The age of a lock whose program was killed: the work under it takes milliseconds. */
const LEFT_MS = 5_000;

/** Does work while no other program of this user changes a file, so that two that answer at once keep both answers. Throws TRUST_STORE. */
export function whileHeld<T>(file: string, act: () => T): T {
  const lock = `${file}.lock`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const since = Date.now();
    while (!isTaken(lock)) {
      if (Math.max(ageOf(lock), Date.now() - since) > LEFT_MS) rmSync(lock, { force: true });
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  } catch (cause) {
    throw errors.TRUST_STORE({ file, problem: messageOf(cause) }, { cause });
  }
  try {
    return act();
  } finally {
    rmSync(lock, { force: true });
  }
}

function isTaken(lock: string): boolean {
  try {
    closeSync(openSync(lock, 'wx', 0o600));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function ageOf(lock: string): number {
  const stat = statSync(lock, { throwIfNoEntry: false });
  return stat === undefined ? 0 : Date.now() - stat.mtimeMs;
}

/** Writes a whole file that its owner alone can read, or with a throw nothing. */
export function writePrivate(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
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
