import { readFileSync } from 'node:fs';
import { hasProc } from '@loadout/node/platform';

const EVERY_MS = 40;
const PAGE_BYTES = 4096;

/**
 * Calls `onOver` when a process has more than `limit` bytes of its own; pages of files do not count. Where the system has no
 * /proc nothing is watched.
 */
export function watchMemory(pid: number, { limit, onOver }: { readonly limit: number; readonly onOver: () => void }): () => void {
  if (!hasProc()) return () => {};
  const timer = setInterval(() => {
    if (ownBytes(pid) > limit) {
      clearInterval(timer);
      onOver();
    }
  }, EVERY_MS);
  return () => clearInterval(timer);
}

function ownBytes(pid: number): number {
  try {
    const [, resident = 0, shared = 0] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ').map(Number);
    return (resident - shared) * PAGE_BYTES;
  } catch {
    return 0;
  }
}
