import { lstatSync, rmdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';

const cleared = new Set<string>();

/**
 * Removes the empty mount points of a sandbox whose process was killed, as older versions and other programs leave them behind:
 * empty files of ours that nobody may write, with exactly these names. Each folder once for a process.
 */
export function clearLeftovers(folders: readonly string[], names: readonly string[]): void {
  for (const folder of folders) {
    if (cleared.has(folder)) continue;
    cleared.add(folder);
    const found = names.map((name) => join(folder, name)).filter(isLeftover);
    for (const path of found) attempt(() => unlinkSync(path));
    // An empty folder looks like anybody's; beside the others it is one of them.
    if (found.length > 0) for (const name of ['.claude', '.git']) attempt(() => rmdirSync(join(folder, name)));
  }
}

/** As bubblewrap makes them. An empty file that somebody else made can be written by its owner. */
function isLeftover(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined || !stat.isFile()) return false;
  return stat.size === 0 && (stat.mode & 0o222) === 0 && stat.nlink === 1 && stat.uid === process.getuid?.();
}

function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // Somebody was faster, or it is not empty.
  }
}
