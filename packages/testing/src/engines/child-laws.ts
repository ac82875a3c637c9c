import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Law } from './engine-cases.js';
import { until } from './until.js';

/** Ends a worker by a signal while its call waits for a child process. The next worker looks for the child before it does anything. */
export const endChildrenBy =
  (signal: 'SIGKILL' | 'SIGSTOP'): Law =>
  async (engine) => {
    const run = await engine.submit('hold');
    const worker = await engine.work();
    await until(() => readChild(engine.dir));
    process.kill(worker.pid, signal);
    await worker.ended;
    await engine.work();
    const { outcome, text } = await engine.result(run);
    if (outcome !== 'success') return `the run ended with ${outcome}: ${text}`;
    const seen = readFileSync(join(engine.dir, 'seen'), 'utf8');
    return seen === 'dead' ? undefined : `the child process of the lost worker was ${seen} when the next worker went on`;
  };

export function readChild(dir: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(dir, 'child'), 'utf8'));
    return pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}
