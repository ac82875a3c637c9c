import { readFileSync, readlinkSync } from 'node:fs';
import { hasCode } from './paths.js';

/** The identity of a process, which no later process with the same number shares. */
export interface ProcessMark {
  readonly pid: number;
  /** The start time in the kernel's ticks; 0 if unreadable. */
  readonly started: number;
  /** The namespace of the number, because a container counts its own processes; 0 if unreadable. */
  readonly namespace: number;
}

/** Read once: it never changes, and reading it takes two files of the kernel. */
let own: ProcessMark | undefined;

export function ownMark(): ProcessMark {
  own ??= { pid: process.pid, started: startOf(process.pid), namespace: ownNamespace() };
  return own;
}

/**
 * Returns whether a process has ended; `undefined` if that cannot be known here. A process that was killed and not waited for has
 * ended too: it does nothing any more.
 */
export function hasEnded(mark: ProcessMark): boolean | undefined {
  if (mark.namespace !== ownMark().namespace) return undefined;
  if (mark.started !== 0) return startOf(mark.pid) !== mark.started;
  try {
    process.kill(mark.pid, 0);
    return false;
  } catch (error) {
    return hasCode(error, 'ESRCH');
  }
}

function startOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain anything; the start is the 20th field after it.
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' ? 0 : Number(fields[18]);
  } catch {
    return 0;
  }
}

function ownNamespace(): number {
  try {
    return Number(/\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? 0);
  } catch {
    return 0;
  }
}
