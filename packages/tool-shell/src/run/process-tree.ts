import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** A run's processes: those in the process group of its shell, and those that carry its tag in their environment. */
export interface ProcessTree {
  /** Absent for what is only known by its tag. */
  readonly pid?: number | undefined;
  readonly tag: string;
}

const GRACE_MS = 300;
const LOOK_EVERY_MS = 20;
const MOST_ROUNDS = 50;

/** Asks all of them to end, gives them a moment, then kills what is left. Settles when none is left. */
export async function endTree(tree: ProcessTree): Promise<void> {
  const deadline = performance.now() + GRACE_MS;
  signalAll(tree, 'SIGTERM');
  while (performance.now() < deadline && isRunning(tree)) await pause(LOOK_EVERY_MS);
  await killTree(tree);
}

/** Kills all of them, again and again while new ones are seen: a fork may run ahead of one sweep. */
export async function killTree(tree: ProcessTree): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round++) {
    if (signalAll(tree, 'SIGKILL') === 0) return;
    await pause(LOOK_EVERY_MS / 4);
  }
}

/** Gives back how many processes beside the group were found. */
export function signalAll(tree: ProcessTree, signal: NodeJS.Signals): number {
  if (tree.pid !== undefined) send(-tree.pid, signal);
  const tagged = taggedProcesses(tree.tag);
  for (const pid of tagged) send(pid, signal);
  return tagged.length;
}

const isRunning = (tree: ProcessTree) => taggedProcesses(tree.tag).length > 0;

/** A process that ended but was not collected has no environment, so it is not among them. Linux only; empty elsewhere. */
function taggedProcesses(tag: string): readonly number[] {
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

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone already.
  }
}
