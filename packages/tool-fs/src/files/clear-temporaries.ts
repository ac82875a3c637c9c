import { unlinkSync } from 'node:fs';
import { readFile, stat, unlink } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { hasEnded, isMissing } from '@loadout/node';
import { namesIn } from './path.js';
import { entryStats, holdFolder } from './regular-file.js';
import { temporaryName } from './temporaries.js';

const RECORD = /^(\d+)_(\d+)_(\d+)_([0-9a-f-]{36})$/;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Removes the temporary files of processes that have ended without doing so. Never rejects. */
export async function clearTemporaries(recordDir: string): Promise<void> {
  // Listed at once, because a promise would start Node's threads for files, for which a first call would wait. Mostly there is nothing.
  for (const name of namesIn(recordDir)) {
    const record = join(recordDir, name);
    try {
      const id = await strayId(record);
      if (id !== undefined && removeStray(await readFile(record, 'utf8'), id)) await unlink(record);
    } catch {
      // Another process clears too, or the system refuses: the next start tries again.
    }
  }
}

/**
 * Returns the id of a record whose process has ended. A record of another container, whose processes are invisible, counts as
 * ended after a day.
 */
async function strayId(record: string): Promise<string | undefined> {
  const [, pid, started, namespace, id] = RECORD.exec(basename(record)) ?? [];
  if (id === undefined) return undefined;
  const ended = hasEnded({ pid: Number(pid), started: Number(started), namespace: Number(namespace) });
  const isStray = ended ?? (await stat(record)).mtimeMs < Date.now() - DAY_MS;
  return isStray ? id : undefined;
}

/** Only ours, by its name, and only a regular file where the record says. Whether the record is done with. */
function removeStray(path: string, id: string): boolean {
  // A record cut short belongs to a temporary that was not made.
  if (!isAbsolute(path) || basename(path) !== temporaryName(id)) return true;
  try {
    const folder = holdFolder(dirname(path));
    try {
      entryStats(folder, path);
      unlinkSync(folder.at(basename(path)));
    } finally {
      folder.close();
    }
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  return true;
}
