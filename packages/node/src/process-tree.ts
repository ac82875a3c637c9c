import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { hasCode } from './paths.js';
import { signalGroup } from './platform/signal-group.js';
import { hasProc } from './platform/system.js';

/** The processes of a program: those in its process group, and those with its tag in their environment. */
export interface ProcessTree {
  /** The process group. Absent if only the tag is known. */
  readonly pid?: number | undefined;
  readonly tag: string;
}

/** The time that the processes have to end by themselves. */
export interface Patience {
  /** The time before SIGTERM, if the program was already asked to end, for example by the end of its standard input. */
  readonly askedMs?: number | undefined;
  /** The time between SIGTERM and SIGKILL. */
  readonly termMs: number;
}

/** A tag that is part of most environments, as the empty one is of all, is no tag: it may come from a damaged file or a missing argument. */
const LEAST_TAG = 8;
const LOOK_EVERY_MS = 20;
const SWEEP_EVERY_MS = 5;
/** A killed process ends within this time, also on a busy machine, unless the kernel holds it. */
const KILLED_WITHIN_MS = 2000;
/** The sweeps that find nothing, while processes come and go, before no process is left. */
const MOST_UNSURE = 3;
/**
 * The most that one look at all processes waits for those in an exec. An exec sets up the environment within microseconds if the
 * machine lets it run, and within 50 ms with eight times as many running processes as processors.
 */
const EXEC_WITHIN_MS = 1000;

/** Waits for all processes to end, sends SIGTERM, then kills the rest. Settles when none is left. */
export async function endTree(tree: ProcessTree, { askedMs, termMs }: Patience): Promise<void> {
  if (askedMs !== undefined && (await goneWithin(askedMs, tree))) return;
  signalAll(tree, 'SIGTERM');
  await goneWithin(termMs, tree);
  await killTree(tree);
}

/** Kills all processes, and returns whether there were any. Repeats while any is left, because a fork may escape one pass. */
export async function killTree(tree: ProcessTree): Promise<boolean> {
  const kill = new Kill(tree);
  while (kill.isNeeded()) await pause(SWEEP_EVERY_MS);
  return kill.hasFound;
}

/** Does the same as `killTree` where nothing can be awaited, as in an exit listener. Blocks this thread. */
export function killTreeNow(tree: ProcessTree): void {
  const kill = new Kill(tree);
  const nothing = new Int32Array(new SharedArrayBuffer(4));
  while (kill.isNeeded()) Atomics.wait(nothing, 0, 0, SWEEP_EVERY_MS);
}

/** The sweeps that kill all processes. */
class Kill {
  readonly #tree: ProcessTree;
  readonly #deadline = performance.now() + KILLED_WITHIN_MS;
  #unsure = 0;
  hasFound = false;

  constructor(tree: ProcessTree) {
    this.#tree = tree;
  }

  /** Kills the processes that it finds. Returns whether another sweep is needed. */
  isNeeded(): boolean {
    const { found, someWent, hadGroup } = sweep(this.#tree, 'SIGKILL');
    this.hasFound ||= hadGroup || found > 0;
    // A process may have forked and gone before it was looked at: then its child was not listed.
    this.#unsure = found > 0 ? 0 : this.#unsure + 1;
    return (found > 0 || (someWent && this.#unsure <= MOST_UNSURE)) && performance.now() < this.#deadline;
  }
}

/** Sends the signal to all processes. Returns how many of them carry the tag. */
export const signalAll = (tree: ProcessTree, signal: NodeJS.Signals): number => sweep(tree, signal).found;

interface Sweep {
  readonly found: number;
  readonly someWent: boolean;
  /** Whether the process group had a process. */
  readonly hadGroup: boolean;
}

function sweep({ pid, tag }: ProcessTree, signal: NodeJS.Signals): Sweep {
  const hadGroup = pid !== undefined && signalGroup(pid, signal);
  const { tagged, someWent } = lookFor(tag);
  for (const one of tagged) send(one, signal);
  return { found: tagged.length, someWent, hadGroup };
}

async function goneWithin(ms: number, tree: ProcessTree): Promise<boolean> {
  const deadline = performance.now() + ms;
  while (isRunning(tree)) {
    if (performance.now() > deadline) return false;
    await pause(LOOK_EVERY_MS);
  }
  return true;
}

/** Returns whether any process still runs. Without /proc, only the process group can be checked. */
function isRunning({ pid, tag }: ProcessTree): boolean {
  if (hasProc()) return taggedProcesses(tag).length > 0;
  return pid !== undefined && signalGroup(pid, 0);
}

/**
 * Returns the processes that carry the tag. A process that ended but was not collected has no environment, so it is not among
 * them. Linux only; empty elsewhere.
 */
export const taggedProcesses = (tag: string): readonly number[] => lookFor(tag).tagged;

/** Returns the processes that carry the tag, and whether some process could not be looked at, mostly because it was gone. */
function lookFor(tag: string): { readonly tagged: readonly number[]; readonly someWent: boolean } {
  if (!hasProc() || tag.length < LEAST_TAG) return { tagged: [], someWent: false };
  let someWent = false;
  const deadline = performance.now() + EXEC_WITHIN_MS;
  const tagged = readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      if (!Number.isInteger(pid) || pid === process.pid) return false;
      const environment = environmentOf(pid, deadline);
      someWent ||= environment === undefined;
      return environment?.includes(tag) === true;
    });
  return { tagged, someWent };
}

/**
 * Returns the environment of a process; `undefined` if the process is gone, or still in an exec at the deadline. During an exec the
 * kernel shows none for a moment, so such a process is looked at again.
 */
function environmentOf(pid: number, deadline: number): Buffer | undefined {
  try {
    for (;;) {
      const found = readFileSync(`/proc/${pid}/environ`);
      if (found.length > 0 || !mayHaveMore(pid)) return found;
      if (performance.now() > deadline) return undefined;
    }
  } catch (error) {
    return hasCode(error, 'EACCES', 'EPERM') ? Buffer.alloc(0) : undefined;
  }
}

/**
 * Returns whether a process that showed no environment has memory, and in it an environment or an exec under way: the kernel says
 * where the code ends after it has laid out the environment.
 */
function mayHaveMore(pid: number): boolean {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // Fields 23, 27, 50 and 51; the name in parentheses, field 2, may contain anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [size, codeEnd, start, end] = [fields[20], fields[24], fields[47], fields[48]];
  return size !== '0' && (codeEnd === '0' || start !== end);
}

function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    // The process is already gone.
    return false;
  }
}
