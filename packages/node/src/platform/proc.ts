import { readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { hasProc, type SystemName, thisSystem } from './system.js';

const PAGE_BYTES = 4096;

/** Returns where an open file is by now. Without /proc it is where its path leads by now, which another file may have taken. */
export const placeOfOpenFile = (
  file: { readonly descriptor: number; readonly path: string },
  system: SystemName = thisSystem,
): string => (hasProc(system) ? readlinkSync(`/proc/self/fd/${file.descriptor}`) : realpathSync.native(file.path));

/** Returns how many bytes of memory a process has of its own, without pages of files; `undefined` where nobody can say. */
export function ownMemory(pid: number, system: SystemName = thisSystem): number | undefined {
  if (!hasProc(system)) return undefined;
  try {
    const [, resident = 0, shared = 0] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ').map(Number);
    return (resident - shared) * PAGE_BYTES;
  } catch {
    return undefined;
  }
}
