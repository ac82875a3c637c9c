import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** For what another process does. A test that waits for nothing fails by its own time limit. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(20);
}

/** True if a process runs. A process that has ended and is not reaped yet does not. */
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
