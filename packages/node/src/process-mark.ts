import { readFileSync, readlinkSync } from 'node:fs';

/** Names a process so that no other one that gets its number later is taken for it. */
export interface ProcessMark {
  readonly pid: number;
  /** When it started, in the kernel's ticks; 0 where that cannot be read. */
  readonly started: number;
  /** The namespace that its number belongs to (a container has its own); 0 where that cannot be read. */
  readonly namespace: number;
}

export function ownMark(): ProcessMark {
  return { pid: process.pid, started: startOf(process.pid) ?? 0, namespace: ownNamespace() };
}

/** Whether it has ended; `undefined` when that cannot be known here. */
export function hasEnded(mark: ProcessMark): boolean | undefined {
  if (mark.namespace !== ownNamespace()) return undefined;
  if (mark.started !== 0) return startOf(mark.pid) !== mark.started;
  try {
    process.kill(mark.pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

function startOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold anything; the start is the 20th field after it.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]);
  } catch {
    return undefined;
  }
}

function ownNamespace(): number {
  try {
    return Number(/\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? 0);
  } catch {
    return 0;
  }
}
