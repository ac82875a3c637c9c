import { lstatSync, rmdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';

const cleared = new Set<string>();

/**
 * Removes the empty mount points of a sandbox whose process was killed, as older versions and other programs leave them behind.
 * Removes only empty read-only files of this user with exactly these names. Checks each folder once per process.
 */
export function clearLeftovers(folders: readonly string[], names: readonly string[]): void {
  for (const folder of folders) {
    if (cleared.has(folder)) continue;
    cleared.add(folder);
    const found = names.map((name) => join(folder, name)).filter(isLeftover);
    for (const path of found) attempt(() => unlinkSync(path));
    // An empty folder alone may belong to anybody. Beside other leftovers, it is a leftover.
    if (found.length > 0) for (const name of ['.claude', '.git']) attempt(() => rmdirSync(join(folder, name)));
  }
}

/** Whether a file is as bubblewrap creates it. Its owner can write an empty file that another program created. */
function isLeftover(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined || !stat.isFile()) return false;
  return stat.size === 0 && (stat.mode & 0o222) === 0 && stat.nlink === 1 && stat.uid === process.getuid?.();
}

function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // Another process removed it first, or the folder is not empty.
  }
}
