import { readFileSync, readlinkSync } from 'node:fs';

/** Names a process so that no later one with its number is taken for it. */
export interface ProcessMark {
  readonly pid: number;
  /** In the kernel's ticks; 0 where it cannot be read. */
  readonly started: number;
  /** Whose numbers these are: a container counts its own. */
  readonly namespace: string;
}

export const ownMark = (): ProcessMark => ({ pid: process.pid, started: startOf(process.pid), namespace: namespace() });

/** `undefined`: from here nobody can tell. */
export function hasEnded({ pid, started, namespace: where }: ProcessMark): boolean | undefined {
  if (where !== namespace()) return undefined;
  if (started !== 0) return startOf(pid) !== started;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/** A process that was killed and not waited for has ended, too. */
function startOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? 0 : Number(fields[19]);
  } catch {
    return 0;
  }
}

function namespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}
