import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 20;

/** Looks again and again until there is a value. The test's own time limit ends it. */
export async function until<T>(look: () => T | undefined): Promise<T> {
  for (;;) {
    const found = look();
    if (found !== undefined) return found;
    await pause(POLL_MS);
  }
}
