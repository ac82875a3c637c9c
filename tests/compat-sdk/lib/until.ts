import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for the work of another process. If the condition never holds, the test fails by its own time limit. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(20);
}

/** Whether a process runs. A process that has ended but is not reaped yet does not run. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return !isZombie(pid);
}

function isZombie(pid: number): boolean {
  try {
    return / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
