import { setTimeout as pause } from 'node:timers/promises';
import type { EngineWorker } from './engine-cases.js';

const POLL_MS = 20;

/** Looks again and again until there is a value. The test's own time limit ends it. */
export async function until<T>(look: () => T | undefined): Promise<T> {
  for (;;) {
    const found = look();
    if (found !== undefined) return found;
    await pause(POLL_MS);
  }
}

/** Kills a worker after the moment that is waited for. */
export async function killWhen(worker: EngineWorker, moment: () => Promise<void>): Promise<void> {
  await moment();
  process.kill(worker.pid, 'SIGKILL');
  await worker.ended;
}
