import { setTimeout as sleep } from 'node:timers/promises';
import { changedPaths, type FileMarks, markFiles, type Watched } from './file-marks.js';

interface Wait {
  /** The marks of the files as they were read. */
  readonly since: FileMarks;
  readonly signal: AbortSignal;
  /** Called if no file has changed so far. */
  readonly onWait: () => void;
}

/** Milliseconds in which nothing changes any more, because editors write a file in several steps. */
const QUIET_MS = 50;
/** The least pause between two looks, in milliseconds, and the part of the time that they may take together. */
const PAUSE_MS = 200;
const SHARE = 1 / 30;

/**
 * Resolves once a watched file differs from its mark in `since`, also if it was written before the call, or at an abort. Returns the
 * paths that differ. The files are looked at again and again: a watcher of the operating system loses replaced folders (decision 0182).
 */
export async function nextChange(watched: Watched, { since, signal, onWait }: Wait): Promise<readonly string[]> {
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    const begun = performance.now();
    const marks = markFiles(watched);
    if (changedPaths(since, marks).length > 0) return changedPaths(since, await settled(watched, { marks, signal }));
    if (isFirst) onWait();
    const pause = Math.max(PAUSE_MS, (performance.now() - begun) / SHARE);
    await sleep(pause, undefined, { signal }).catch(() => {});
  }
  return [];
}

/** Returns the marks once nothing changes any more. */
async function settled(
  watched: Watched,
  { marks, signal }: { readonly marks: FileMarks; readonly signal: AbortSignal },
): Promise<FileMarks> {
  let before = marks;
  while (!signal.aborted) {
    await sleep(QUIET_MS);
    const now = markFiles(watched);
    if (changedPaths(before, now).length === 0) break;
    before = now;
  }
  return before;
}
