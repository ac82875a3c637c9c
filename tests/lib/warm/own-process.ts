import { spawn } from 'node:child_process';
import { bin } from '../loadout.js';
import type { Call, Heard, Running } from './warm-command.js';

/** Starts the built command in a process of its own. */
export function startProcess({ argv, cwd, env }: Call, heard: Heard): Running {
  const child = spawn(process.execPath, [bin, ...argv], { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.on('error', () => {});
  child.stdout.setEncoding('utf8').on('data', heard.stdout);
  child.stderr.setEncoding('utf8').on('data', heard.stderr);
  return {
    pid: child.pid ?? 0,
    write: (input) => void child.stdin.write(input),
    closeInput: () => void child.stdin.end(),
    kill: (signal) => void child.kill(signal),
    finished: new Promise((resolve) => child.once('close', (code, signal) => resolve({ code, signal }))),
  };
}
