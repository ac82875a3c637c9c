import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { hasGroups, hasProc } from '@loadout/node/platform';

/** Waits until its input ends, and kills what has the mark in its environment. A fork may escape one look, but hardly three. */
const KILL_MARKED = `cat > /dev/null
for look in 1 2 3; do
  for file in $(grep -als -- "$1" /proc/[0-9]*/environ); do
    pid="\${file#/proc/}"
    kill -KILL "\${pid%/environ}"
  done
done`;

/**
 * Starts a shell that outlives this process if that is killed, and then kills the processes with the mark in their environment: nobody
 * else would end them (decision 0133). Returns a function that ends the shell. Linux only.
 */
export function startSurvivor(mark: string): () => void {
  if (!hasProc()) return () => {};
  let shell: ChildProcess | undefined;
  // The command that is about to start does not wait for it.
  const starting = setImmediate(() => {
    shell = started(mark);
  });
  return () => {
    clearImmediate(starting);
    shell?.kill('SIGKILL');
  };
}

function started(mark: string): ChildProcess {
  const shell = spawn('/bin/sh', ['-c', KILL_MARKED, 'sh', mark], {
    cwd: '/',
    // Without the mark, and outside of the group that Ctrl+C reaches.
    env: { PATH: '/usr/bin:/bin:/run/current-system/sw/bin' },
    detached: hasGroups(),
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.on('error', () => {});
  shell.stdin.on('error', () => {});
  (shell.stdin as Socket).unref();
  shell.unref();
  return shell;
}
