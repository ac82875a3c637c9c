import { isUtf8 } from 'node:buffer';
import { rmdirSync } from 'node:fs';
import { basename, dirname, sep } from 'node:path';
import type { RewindChange, RewindOptions, RewindResult } from '@loadout/core/run';
import type { HeldFolder } from '@loadout/node';
import { CheckpointIndex, type CheckpointPlace, clearTemporaries, type Was } from './checkpoint-index.js';
import { readCopy } from './copies.js';
import type { LineCounts } from './count-lines.js';
import { errors, whyNot } from './errors.js';
import { holdFolder } from './held-folder.js';
import { type Contents, restoreFile } from './restore-file.js';
import { type KeptPrompt, timelineOf } from './timeline.js';

export interface Earlier {
  readonly dir: string;
  readonly was: Was;
}

/** A file that a rewind changed, or would change. */
export interface RestoredFile extends LineCounts {
  readonly path: string;
}

/** The files of a rewind. */
export interface Restored {
  /** The files that had another content, by path. */
  readonly files: readonly RestoredFile[];
  readonly changes: readonly RewindChange[];
  /** A line for each file that was left as it is, because it cannot be restored. */
  readonly problems: readonly string[];
  /** All files that the prompts changed. */
  readonly earlier: ReadonlyMap<string, Earlier>;
}

type Wish = RewindOptions & { readonly prompt: string };

/** Does as `restoreBefore`, and reports a prompt that cannot be restored as the SDK does. */
export function rewind(place: CheckpointPlace, wish: Wish): RewindResult {
  const why = whyNoRewind(timelineOf(place), wish.prompt);
  if (why !== undefined) return { canRewind: false, error: why.message };
  const { files, changes, problems, earlier } = restoreBefore(place, wish);
  const sum = (count: 'insertions' | 'deletions') => files.reduce((total, one) => total + one[count], 0);
  return {
    canRewind: true,
    ...(problems.length === 0 ? {} : { error: errors.REWIND_PARTLY({ problems, files: earlier.size }).message }),
    filesChanged: files.map((one) => one.path),
    insertions: sum('insertions'),
    deletions: sum('deletions'),
    ...(wish.dryRun === true && wish.texts === true ? { changes } : {}),
  };
}

/**
 * Restores every file that was changed by or since a prompt to its state before the prompt. Throws REWIND_UNKNOWN, REWIND_DROPPED,
 * CHECKPOINTS_UNREADABLE.
 */
export function restoreBefore(place: CheckpointPlace, { prompt, dryRun = false, texts = false }: Wish): Restored {
  const timeline = timelineOf(place);
  const why = whyNoRewind(timeline, prompt);
  if (why !== undefined) throw why;
  const files = earliest(timeline.slice(timeline.findIndex((one) => one.prompt === prompt)));
  const index = new CheckpointIndex(place);
  const announce = (path: string) => index.append({ t: 'temporary', path });
  if (!dryRun) clearTemporaries(place.dir);
  const restored = restoreAll(files, { dryRun, texts: dryRun && texts, announce });
  if (!dryRun && restored.files.length > 0) noteRewind(index);
  return restored;
}

/** Returns the error of a prompt before which no state is kept. `label`: the words for the prompt. */
export function whyNoRewind(timeline: readonly KeptPrompt[], prompt: string, label = prompt): Error | undefined {
  const kept = timeline.find((one) => one.prompt === prompt);
  if (kept === undefined) return errors.REWIND_UNKNOWN({ prompt: label });
  return kept.isDropped ? errors.REWIND_DROPPED({ prompt: label }) : undefined;
}

/** Notes the time, so that the files of this rewind do not count as changed by somebody else. */
function noteRewind(index: CheckpointIndex): void {
  try {
    index.append({ t: 'rewound', at: Date.now() });
  } catch {
    // The files are restored. Without the note, a later rewind says once too often that a file was changed since.
  }
}

/** Returns the first copy of each file, which is its state before all of these prompts. */
export function earliest(prompts: readonly KeptPrompt[]): ReadonlyMap<string, Earlier> {
  const files = new Map<string, Earlier>();
  for (const { dir, files: kept } of prompts) for (const [path, was] of kept) if (!files.has(path)) files.set(path, { dir, was });
  return files;
}

function restoreAll(
  files: ReadonlyMap<string, Earlier>,
  { dryRun, texts, announce }: { readonly dryRun: boolean; readonly texts: boolean; readonly announce: (path: string) => void },
): Restored {
  const folders = madeFolders(files);
  const changed: RestoredFile[] = [];
  const changes: RewindChange[] = [];
  const problems: string[] = [];
  const restore = ([path, { dir, was }]: readonly [string, Earlier]) => {
    try {
      const isGone = dryRun && folders.includes(path);
      const show = texts ? (contents: Contents) => changes.push(changeOf(path, contents)) : undefined;
      const counts = restoreFile(path, { was, dryRun, isGone, announce, show, copy: (sha256) => readCopy(dir, sha256) });
      if (counts !== undefined) changed.push({ path, ...counts });
    } catch (error) {
      problems.push(`${path}: ${whyNot(error)}`);
    }
  };
  // Files that did not exist go first: a folder that was created may be in the place of a file.
  for (const file of files) if (file[1].was.kind === 'absent' && !folders.includes(file[0])) restore(file);
  if (!dryRun) for (const folder of folders) removeIfEmpty(folder);
  for (const file of files) if (file[1].was.kind !== 'absent') restore(file);
  return { files: changed.sort(byPath), changes: changes.sort(byPath), problems, earlier: files };
}

const byPath = (a: { readonly path: string }, b: { readonly path: string }) => (a.path < b.path ? -1 : 1);

function changeOf(path: string, { now, earlier }: Contents): RewindChange {
  const isText = (bytes: Buffer | undefined) => bytes === undefined || (!bytes.includes(0) && isUtf8(bytes));
  if (now === 'large' || !isText(now) || !isText(earlier)) return { path, isBinary: true };
  return {
    path,
    ...(now === undefined ? {} : { before: now.toString('utf8') }),
    ...(earlier === undefined ? {} : { after: earlier.toString('utf8') }),
  };
}

/** Returns the folders that were created along with files, the deepest first. */
function madeFolders(files: ReadonlyMap<string, Earlier>): readonly string[] {
  const folders = new Set<string>();
  for (const [path, { was }] of files) {
    if (was.kind !== 'absent' || was.made === undefined) continue;
    for (let at = dirname(path); at.length >= was.made.length; at = dirname(at)) folders.add(at);
  }
  return [...folders].sort((a, b) => b.split(sep).length - a.split(sep).length);
}

/** Removes a folder. A folder with other contents stays, and so does a link. */
function removeIfEmpty(path: string): void {
  let above: HeldFolder | undefined;
  try {
    above = holdFolder(dirname(path));
    rmdirSync(above.at(basename(path)));
  } catch {
    // The folder is already gone or not empty.
  } finally {
    above?.close();
  }
}
