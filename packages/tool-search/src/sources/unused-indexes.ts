import { readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

const UNUSED_MS = 30 * 24 * 3600 * 1000;

/** Notes that an index is in use. */
export function markUsed(file: string, now = new Date()): void {
  try {
    utimesSync(file, now, now);
  } catch {
    // An index without files has none on disk.
  }
}

/**
 * Removes the indexes that nobody used for a month: their source has another name or other paths by now, or its project is gone. An index
 * of a source that comes back is made anew.
 */
export function removeUnused(folder: string, now = Date.now()): void {
  for (const name of readdirSync(folder)) {
    if (!name.endsWith('.idx')) continue;
    const file = join(folder, name);
    const usedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? now;
    if (now - usedAt > UNUSED_MS) rmSync(file, { force: true });
  }
}
