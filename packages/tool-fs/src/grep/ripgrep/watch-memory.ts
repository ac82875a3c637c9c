import { ownMemory } from '@loadout/node/platform';

const EVERY_MS = 40;

/**
 * Calls `onOver` when a process has more than `limit` bytes of its own; pages of files do not count. Where the system has no
 * /proc nothing is watched.
 */
export function watchMemory(pid: number, { limit, onOver }: { readonly limit: number; readonly onOver: () => void }): () => void {
  if (ownMemory(process.pid) === undefined) return () => {};
  const timer = setInterval(() => {
    if ((ownMemory(pid) ?? 0) > limit) {
      clearInterval(timer);
      onOver();
    }
  }, EVERY_MS);
  return () => clearInterval(timer);
}
