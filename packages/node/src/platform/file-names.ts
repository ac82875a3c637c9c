import { renameSync } from 'node:fs';
import { type SystemName, thisSystem } from './system.js';

const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])(?: *[.:].*)?$/i;

/**
 * Says why a path is no ordinary file on a system; `undefined` where it is one. On Windows, `NUL.txt` is a device, `a.txt:b` hides bytes in
 * another file, and `a.` is `a`.
 */
export function nameProblem(path: string, system: SystemName = thisSystem): string | undefined {
  if (system !== 'win32') return undefined;
  if (/^[\\/]{2}[?.][\\/]/.test(path)) return 'it begins with \\\\?\\ or \\\\.\\, which leads past the names of files';
  if (/^[a-z]:(?![\\/])/i.test(path)) return 'it is relative to the working folder of a drive';
  const names = path.replace(/^[a-z]:/i, '').split(/[\\/]/);
  const device = names.find((name) => DEVICE.test(name));
  if (device !== undefined) return `${JSON.stringify(device)} is a device of Windows`;
  if (names.some((name) => name.includes(':'))) return 'a name in it has a colon, which names a stream of a file';
  const trimmed = names.find((name) => /[. ]$/.test(name) && !/^\.{1,2}$/.test(name));
  return trimmed === undefined ? undefined : `Windows drops the dot or space at the end of ${JSON.stringify(trimmed)}`;
}

/** Codes of Windows for a file that another program has open for a moment, as a virus scanner does. */
const HELD = new Set(['EBUSY', 'EPERM', 'EACCES']);
const WAITS_MS = [10, 20, 50, 100, 200];

/** Returns how long to wait before a rename is tried again; `undefined`: it has failed for good. */
export function renameWait(
  code: string | undefined,
  { tried, system = thisSystem }: { tried: number; system?: SystemName },
): number | undefined {
  return system === 'win32' && code !== undefined && HELD.has(code) ? WAITS_MS[tried] : undefined;
}

/** Renames a file, also over another one. On Windows it waits up to 0.4 s for a program that has one of them open. */
export function renameFile(from: string, to: string, tried = 0): void {
  try {
    renameSync(from, to);
  } catch (error) {
    const wait = renameWait((error as NodeJS.ErrnoException).code, { tried });
    if (wait === undefined) throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, wait);
    renameFile(from, to, tried + 1);
  }
}
