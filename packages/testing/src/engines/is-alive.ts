import { spawnSync } from 'node:child_process';

/** Returns whether a process runs. One that has ended and that nobody has collected is in state Z, and does nothing any more. */
export function isAlive(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout !== '' && !stdout.startsWith('Z');
}
