import { setTimeout as sleep } from 'node:timers/promises';
import { changedPaths, type FileMarks, type Marked, markFiles, type Watched } from './file-marks.js';
import { FolderEvents } from './folder-events.js';

interface Wait {
  /** The marks of the files as they were read. */
  readonly since: FileMarks;
  readonly signal: AbortSignal;
  /** Called if no file has changed so far. */
  readonly onWait: () => void;
  /** Called for a folder whose changes cannot be seen. */
  readonly onBlind: (problem: string) => void;
}

/** Milliseconds in which nothing changes any more, because editors write a file in several steps. */
const QUIET_MS = 50;

/**
 * Resolves once a watched file differs from its mark in `since`, also if it was written before the call, or at an abort. Returns the
 * paths that differ.
 */
export async function nextChange(watched: Watched, { since, signal, onWait, onBlind }: Wait): Promise<readonly string[]> {
  const events = new FolderEvents(onBlind);
  try {
    for (let isFirst = true; !signal.aborted; isFirst = false) {
      const event = events.next(signal);
      const { marks } = await markAndWatch(watched, events);
      if (changedPaths(since, marks).length > 0) return changedPaths(since, await settled(watched, { marks, signal }));
      if (isFirst) onWait();
      await event;
      await sleep(QUIET_MS);
    }
    return [];
  } finally {
    events.close();
  }
}

/** Marks the files while every place that a change can show in is watched, so that none falls between. */
async function markAndWatch(watched: Watched, events: FolderEvents): Promise<Marked> {
  let marked = await markFiles(watched);
  while (events.watch(marked)) marked = await markFiles(watched);
  return marked;
}

/** Returns the marks once nothing changes any more. */
async function settled(
  watched: Watched,
  { marks, signal }: { readonly marks: FileMarks; readonly signal: AbortSignal },
): Promise<FileMarks> {
  let before = marks;
  while (!signal.aborted) {
    await sleep(QUIET_MS);
    const { marks: now } = await markFiles(watched);
    if (changedPaths(before, now).length === 0) break;
    before = now;
  }
  return before;
}
