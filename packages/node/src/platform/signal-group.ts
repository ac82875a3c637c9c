import { spawnSync } from 'node:child_process';
import { hasGroups, type SystemName, thisSystem, treeKiller } from './system.js';

export type GroupSignal = NodeJS.Signals | 0;

/** How a signal reaches the processes of a program: by the kernel, or by a program that ends them. `none`: the system has no such signal. */
export type Delivery =
  | { readonly by: 'kernel'; readonly pid: number }
  | { readonly by: 'program'; readonly file: string; readonly args: readonly string[] }
  | { readonly by: 'none' };

/** Says how a signal reaches a group. Windows can only look whether a process runs, and end it: it asks no program to end itself. */
export function deliveryOf(
  signal: GroupSignal,
  { pid, system, systemRoot }: { readonly pid: number; readonly system: SystemName; readonly systemRoot?: string | undefined },
): Delivery {
  if (hasGroups(system)) return { by: 'kernel', pid: -pid };
  if (signal === 0) return { by: 'kernel', pid };
  if (signal !== 'SIGKILL') return { by: 'none' };
  const [file, args] = treeKiller(pid, systemRoot);
  return { by: 'program', file, args };
}

/** Sends a signal to a program and all that it started, as far as the system knows them. Returns whether there was a process. */
export function signalGroup(pid: number, signal: GroupSignal): boolean {
  // The group 0 is that of this process, and -1 is every process.
  if (!(pid > 1)) return false;
  const delivery = deliveryOf(signal, { pid, system: thisSystem, systemRoot: process.env.SystemRoot });
  if (delivery.by === 'program')
    return spawnSync(delivery.file, delivery.args, { stdio: 'ignore', windowsHide: true }).status === 0;
  try {
    return process.kill(delivery.by === 'kernel' ? delivery.pid : pid, delivery.by === 'kernel' ? signal : 0);
  } catch {
    // The process is already gone.
    return false;
  }
}
