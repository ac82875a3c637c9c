import { type Dirent, readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findTestFiles } from '../tests/find-test-files.js';

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

/** All files whose change may change a result. */
export interface Watched {
  /** The folder below which every file of tests counts. */
  readonly root: string;
  readonly files: readonly string[];
  /** Folders of which every file counts. */
  readonly folders: readonly string[];
  /** The files among them that the tests themselves write. */
  readonly own: readonly string[];
}

/** The marks of the watched files that exist, by path. A file that is written or replaced gets another mark. */
type FileMarks = ReadonlyMap<string, Stats>;

/** Milliseconds by which the time of a write may be behind the clock, since the clock of a file system moves in steps. */
const CLOCK_STEP_MS = 5;

export const markFiles = ({ root, files, folders }: Watched): FileMarks =>
  marksOf([...files, ...testsIn(root), ...folders.flatMap(pathsFrom)]);

/** The files with tests, or none where the folder cannot be read. */
function testsIn(root: string): readonly string[] {
  try {
    return findTestFiles(root);
  } catch {
    return [];
  }
}

/**
 * Returns the marks of files as they were when they were read. A file of `before` keeps its mark from then. Any other file that was
 * written since `begun`, in milliseconds of the clock, gets no mark, because it may have been read before that.
 */
export function marksAsRead(
  watched: Watched,
  { before, begun }: { readonly before: FileMarks; readonly begun: number },
): FileMarks {
  const sure = [...markFiles(watched)].filter(([path, { mtimeMs }]) => before.has(path) || mtimeMs < begun - CLOCK_STEP_MS);
  return new Map(sure.map(([path, mark]) => [path, before.get(path) ?? mark]));
}

/** The paths that have another mark, or only one of the two. */
export const changedPaths = (before: FileMarks, now: FileMarks): readonly string[] =>
  [...new Set([...before.keys(), ...now.keys()])].filter((path) => !isSameMark(before.get(path), now.get(path)));

const isSameMark = (before: Stats | undefined, now: Stats | undefined) =>
  before?.ino === now?.ino && before?.size === now?.size && before?.mtimeMs === now?.mtimeMs;

/** Leaves out files that are missing or may not be looked at. */
export function marksOf(paths: readonly string[]): FileMarks {
  const marks = new Map<string, Stats>();
  for (const path of paths) {
    try {
      marks.set(path, statSync(path));
    } catch {
      // Without a mark, the file counts as missing.
    }
  }
  return marks;
}

/** The folder and the paths below it. What is missing or may not be read, or goes away meanwhile, is left out by itself. */
function pathsFrom(folder: string): readonly string[] {
  try {
    return [folder, ...readdirSync(folder, { withFileTypes: true }).flatMap((entry) => pathOf(join(folder, entry.name), entry))];
  } catch {
    return [folder];
  }
}

const pathOf = (path: string, entry: Dirent): readonly string[] => (entry.isDirectory() ? pathsFrom(path) : [path]);
