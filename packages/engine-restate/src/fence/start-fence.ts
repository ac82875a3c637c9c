import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { hasGroups } from '@loadout/node/platform';
import { beatEvery, machineMs } from './silence.js';

export interface Fence {
  /** The variables that child processes of runs must have, so that the fence finds them. */
  readonly env: { readonly LOADOUT_RUN: string };
  /** The part of the variable that is this worker's alone. */
  readonly tag: string;
  close(): void;
}

/** The package's own entry, which exists as a built file also when the sources run. */
const program = () => createRequire(import.meta.url).resolve('@loadout/engine-restate/fence');

/** Starts the fence of this process, and again some time after a fence has ended. */
export function startFence({
  env,
  mostMs,
}: {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly mostMs: number;
}): Fence {
  const tag = randomUUID();
  const file = program();
  let isClosed = false;
  let fence: ChildProcess;
  const start = () => {
    fence = spawn(process.execPath, [file, String(process.pid), tag, String(mostMs)], {
      // Ctrl+C and Ctrl+Z in a terminal reach the worker's group. The fence is outside of it.
      detached: hasGroups(),
      env: {},
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    fence.stdin?.on('error', () => {});
    fence.on('exit', () => {
      setTimeout(() => {
        if (!isClosed) start();
      }, mostMs).unref();
    });
  };
  start();
  let beaten = machineMs();
  const beating = setInterval(() => {
    const now = machineMs();
    // The process was stopped for so long that its runs may be another worker's. The fence ends its children.
    if (now - beaten > mostMs) process.kill(process.pid, 'SIGKILL');
    beaten = now;
    fence.stdin?.write(`${now}\n`);
  }, beatEvery(mostMs));
  const close = () => {
    isClosed = true;
    clearInterval(beating);
    fence.stdin?.end();
  };
  return { env: { LOADOUT_RUN: env.LOADOUT_RUN === undefined ? tag : `${env.LOADOUT_RUN}:${tag}` }, tag, close };
}
