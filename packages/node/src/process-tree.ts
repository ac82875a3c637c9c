import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** A server's processes: those in its process group, and those that carry its tag in their environment. */
export interface ProcessTree {
  readonly pid: number;
  readonly tag: string;
}

/** In all less than two seconds: the end of stdin, then SIGTERM, then SIGKILL, each with its time. */
const AFTER_STDIN_MS = 400;
const AFTER_TERM_MS = 600;
const LOOK_EVERY_MS = 25;
const MOST_ROUNDS = 50;

/** Ends all of them; settles when none is left. The end of stdin has been sent. */
export async function endTree(tree: ProcessTree): Promise<void> {
  if (await goneWithin(AFTER_STDIN_MS, tree)) return;
  signalAll(tree, 'SIGTERM');
  if (await goneWithin(AFTER_TERM_MS, tree)) return;
  // Again and again while new ones are seen: a fork may run ahead of one sweep.
  for (let round = 0; round < MOST_ROUNDS && isRunning(tree); round++) {
    signalAll(tree, 'SIGKILL');
    await pause(LOOK_EVERY_MS / 5);
  }
}

async function goneWithin(ms: number, tree: ProcessTree): Promise<boolean> {
  const deadline = performance.now() + ms;
  while (isRunning(tree)) {
    if (performance.now() > deadline) return false;
    await pause(LOOK_EVERY_MS);
  }
  return true;
}

function signalAll(tree: ProcessTree, signal: NodeJS.Signals): void {
  send(-tree.pid, signal);
  for (const pid of taggedProcesses(tree.tag)) send(pid, signal);
}

/** Where there is no /proc, the process group has to do. */
const isRunning = (tree: ProcessTree) =>
  process.platform === 'linux' ? taggedProcesses(tree.tag).length > 0 : send(-tree.pid, 0);

/** A process that ended but was not collected has no environment, so it is not among them. */
export function taggedProcesses(tag: string): readonly number[] {
  if (process.platform !== 'linux') return [];
  const pids: number[] = [];
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (Number.isInteger(pid) && pid !== process.pid && environmentOf(pid).includes(tag)) pids.push(pid);
  }
  return pids;
}

function environmentOf(pid: number): Buffer {
  try {
    return readFileSync(`/proc/${pid}/environ`);
  } catch {
    // Another user's, or gone.
    return Buffer.alloc(0);
  }
}

function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    // Gone already.
    return false;
  }
}
