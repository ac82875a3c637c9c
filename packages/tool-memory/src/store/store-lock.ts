import { rmSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { createWhole, hasEnded, ownMark, type ProcessMark, removeLeft } from '@loadout/node';
import { errors } from '../errors.js';

const PATIENCE_MS = 10_000;
const PAUSE_MS = 10;
/** A lock is held for milliseconds. One of a process that cannot be seen from here counts as left after this time. */
const LEASE_MS = 60_000;

type Mark = ProcessMark & { readonly machine: string };

/**
 * Does work while no other process does work under the same lock. The lock of a process that was killed does not count. Throws
 * MEMORY_BUSY.
 */
export async function withLock<T>(
  file: string,
  { folder, work }: { readonly folder: string; readonly work: () => T },
): Promise<T> {
  const until = Date.now() + PATIENCE_MS;
  const text = JSON.stringify({ ...ownMark(), machine: hostname() } satisfies Mark);
  while (!createWhole(file, text)) {
    removeLeft(file, (content, now) => isLeft(content, { file, now }));
    if (Date.now() > until) throw errors.MEMORY_BUSY({ folder, seconds: PATIENCE_MS / 1000 });
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * (0.5 + Math.random())));
  }
  try {
    return work();
  } finally {
    rmSync(file, { force: true });
  }
}

function isLeft(content: string, { file, now }: { readonly file: string; readonly now: number }): boolean {
  const mark = markIn(content);
  const ended = mark?.machine === hostname() ? hasEnded(mark) : undefined;
  const stat = statSync(file, { throwIfNoEntry: false });
  return ended ?? (stat !== undefined && now - stat.mtimeMs > LEASE_MS);
}

function markIn(content: string): Mark | undefined {
  try {
    const mark = JSON.parse(content) as Mark;
    return [mark.pid, mark.started, mark.namespace].every(Number.isInteger) ? mark : undefined;
  } catch {
    return undefined;
  }
}
