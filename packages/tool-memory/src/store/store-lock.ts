import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { isObject } from '@loadout/core';
import { createWhole, hasEnded, jsonIn, ownMark, type ProcessMark, regularFile, replaceWhole, unlessCode } from '@loadout/node';
import { errors } from '../errors.js';

const PATIENCE_MS = 10_000;
const PAUSE_MS = 10;
/** A lock is held for milliseconds. One of a process that cannot be seen from here counts as left after this time. */
const LEASE_MS = 60_000;

/** In place of the nonce of a lock that a full disk or the loss of power cut off, so that its process is unknown. */
const CUT_OFF = 'cut-off';

/** The content of a lock file. The nonce tells two locks of one process apart. */
type Mark = ProcessMark & { readonly machine: string; readonly nonce: string };

interface Locked<T> {
  /** For messages. */
  readonly folder: string;
  /** `afterKill`: the process that had the lock before was killed, perhaps in the middle of its work. */
  readonly work: (found: { readonly afterKill: boolean }) => T;
}

/**
 * Does work while no other process does work under the same lock. The lock of a process that was killed does not count, whenever it
 * was killed. Throws MEMORY_BUSY.
 */
export async function withLock<T>(file: string, { folder, work }: Locked<T>): Promise<T> {
  const until = Date.now() + PATIENCE_MS;
  const text = JSON.stringify({ ...ownMark(), machine: hostname(), nonce: randomUUID() } satisfies Mark);
  let taken = take(file, text);
  while (taken === 'busy') {
    if (Date.now() > until) throw errors.MEMORY_BUSY({ folder, seconds: PATIENCE_MS / 1000 });
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * (0.5 + Math.random())));
    taken = take(file, text);
  }
  try {
    return work({ afterKill: taken === 'from the dead' });
  } finally {
    // A process that stood still for long may have lost its lock to another one.
    if (textOf(file) === text) rmSync(file, { force: true });
  }
}

type Taken = 'free' | 'from the dead' | 'busy';

/**
 * Takes a lock, also one that its process has left behind. Of all that want one left lock, only the one that has a lock for its nonce
 * may replace it, in one step; that lock can be left behind too, and is then taken in the same way.
 */
function take(file: string, text: string): Taken {
  if (createWhole(file, text)) return 'free';
  const found = textOf(file);
  if (found === undefined) return 'busy';
  const mark = markIn(found);
  if (!isLeft(mark, file)) return 'busy';
  const right = `${file}.${mark?.nonce ?? CUT_OFF}`;
  if (take(right, text) === 'busy') return 'busy';
  try {
    if (textOf(file) !== found) return 'busy';
    replaceWhole(file, text);
  } finally {
    rmSync(right, { force: true });
  }
  clearRights(file);
  return 'from the dead';
}

/** Removes rights to locks that are no more, which processes left that were killed with them. */
function clearRights(file: string): void {
  const prefix = `${basename(file)}.`;
  for (const name of readdirSync(dirname(file))) if (name.startsWith(prefix)) rmSync(join(dirname(file), name), { force: true });
}

/** A file that a whole write leaves if its process is killed. */
export const isTemporary = (name: string): boolean => /^\.[0-9a-f]{12}\.tmp$/.test(name);

const textOf = (file: string): string | undefined => unlessCode(() => regularFile(file).toString(), 'ENOENT');

function isLeft(mark: Mark | undefined, file: string): boolean {
  const ended = mark?.machine === hostname() ? hasEnded(mark) : undefined;
  const stat = statSync(file, { throwIfNoEntry: false });
  return ended ?? (stat !== undefined && Date.now() - stat.mtimeMs > LEASE_MS);
}

function markIn(content: string): Mark | undefined {
  const mark = jsonIn(content);
  if (!isObject(mark) || !/^[\w-]+$/.test(String(mark.nonce))) return undefined;
  return [mark.pid, mark.started, mark.namespace].every(Number.isInteger) ? (mark as unknown as Mark) : undefined;
}
