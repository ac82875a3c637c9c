import { readFileSync, rmSync, statSync } from 'node:fs';
import { createWhole } from './whole-file.js';

/** A guard is there for a moment. One that is older was left by a process that was killed in that moment. */
const GUARD_MS = 60_000;

/**
 * Removes a lock file that its holder has left behind. Of two processes that find it left, the slower one would remove the file that the
 * faster one has made by then, and both would hold the lock. So one process at a time judges the content again and removes the file.
 * Others return with the file in place. Contract: nobody but its holder and this function removes the file.
 */
export function removeLeft(path: string, isLeft: (content: string) => boolean): void {
  const guard = `${path}.left`;
  if (!createWhole(guard, '')) {
    if (isOld(guard)) rmSync(guard, { force: true });
    return;
  }
  try {
    const content = contentOf(path);
    // A file that is not there now may be there in the next moment, and belong to somebody.
    if (content !== undefined && isLeft(content)) rmSync(path);
  } finally {
    rmSync(guard, { force: true });
  }
}

function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function isOld(guard: string): boolean {
  const stat = statSync(guard, { throwIfNoEntry: false });
  return stat !== undefined && Date.now() - stat.mtimeMs > GUARD_MS;
}
