import type { EngineWorker } from './engine-cases.js';

/** Kills a worker after the moment that is waited for. */
export async function killWhen(worker: EngineWorker, moment: () => Promise<void>): Promise<void> {
  await moment();
  process.kill(worker.pid, 'SIGKILL');
  await worker.ended;
}
