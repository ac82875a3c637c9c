import { rmdirSync } from 'node:fs';
import { basename, dirname, sep } from 'node:path';
import { errors } from '../report/errors.js';
import { CheckpointIndex, type CheckpointPlace, clearTemporaries, type Was } from './checkpoint-index.js';
import { readCopy } from './copies.js';
import type { LineCounts } from './count-lines.js';
import { HeldFolder } from './held-folder.js';
import { restoreFile } from './restore-file.js';
import { type KeptPrompt, timelineOf } from './timeline.js';
import { whyNot } from './why-not.js';

/** In the Claude Agent SDK's shape. Source: STATE-04. */
export interface RewindResult {
  /** False: nothing is known of that prompt, or no longer, and nothing was changed. */
  readonly canRewind: boolean;
  /** Why not, or which files were left as they are while the others were restored. */
  readonly error?: string | undefined;
  /** Absolute paths of the files that were, or with `dryRun` would be, changed or removed. */
  readonly filesChanged?: readonly string[] | undefined;
  /** Lines that come back and lines that go. Binary files count for none. */
  readonly insertions?: number | undefined;
  readonly deletions?: number | undefined;
}

export interface RewindOptions {
  /** Only tells what would be done. Default false. */
  readonly dryRun?: boolean | undefined;
}

interface Earlier {
  readonly dir: string;
  readonly was: Was;
}

/** Makes every file that was changed since a prompt, by it too, what it was before it. */
export function rewind(
  place: CheckpointPlace,
  { prompt, dryRun = false }: RewindOptions & { readonly prompt: string },
): RewindResult {
  const timeline = timelineOf(place);
  const from = timeline.findIndex((one) => one.prompt === prompt);
  const first = timeline[from];
  if (first === undefined) return { canRewind: false, error: errors.REWIND_UNKNOWN({ prompt }).message };
  if (first.isDropped) return { canRewind: false, error: errors.REWIND_DROPPED({ prompt }).message };
  const files = earliest(timeline.slice(from));
  const index = new CheckpointIndex(place);
  const announce = (path: string) => index.append({ t: 'temporary', path });
  if (!dryRun) clearTemporaries(place.dir);
  return restoreAll(files, { dryRun, announce });
}

/** Of several copies of a file the first one counts: it is what the file was before all of these prompts. */
function earliest(prompts: readonly KeptPrompt[]): ReadonlyMap<string, Earlier> {
  const files = new Map<string, Earlier>();
  for (const { dir, files: kept } of prompts) for (const [path, was] of kept) if (!files.has(path)) files.set(path, { dir, was });
  return files;
}

function restoreAll(
  files: ReadonlyMap<string, Earlier>,
  { dryRun, announce }: { readonly dryRun: boolean; readonly announce: (path: string) => void },
): RewindResult {
  const folders = madeFolders(files);
  const changed: (LineCounts & { readonly path: string })[] = [];
  const problems: string[] = [];
  const restore = ([path, { dir, was }]: readonly [string, Earlier]) => {
    try {
      const isGone = dryRun && folders.includes(path);
      const counts = restoreFile(path, { was, dryRun, isGone, announce, copy: (sha256) => readCopy(dir, sha256) });
      if (counts !== undefined) changed.push({ path, ...counts });
    } catch (error) {
      problems.push(`${path}: ${whyNot(error)}`);
    }
  };
  // What was not there goes first: a folder that was made may stand where a file was.
  for (const file of files) if (file[1].was.kind === 'absent' && !folders.includes(file[0])) restore(file);
  if (!dryRun) for (const folder of folders) removeIfEmpty(folder);
  for (const file of files) if (file[1].was.kind !== 'absent') restore(file);
  const sum = (count: 'insertions' | 'deletions') => changed.reduce((total, one) => total + one[count], 0);
  return {
    canRewind: true,
    ...(problems.length === 0 ? {} : { error: errors.REWIND_PARTLY({ problems, files: files.size }).message }),
    filesChanged: changed.map((one) => one.path).sort(),
    insertions: sum('insertions'),
    deletions: sum('deletions'),
  };
}

/** The folders that came with files, the deepest first. */
function madeFolders(files: ReadonlyMap<string, Earlier>): readonly string[] {
  const folders = new Set<string>();
  for (const [path, { was }] of files) {
    if (was.kind !== 'absent' || was.made === undefined) continue;
    for (let at = dirname(path); at.length >= was.made.length; at = dirname(at)) folders.add(at);
  }
  return [...folders].sort((a, b) => b.split(sep).length - a.split(sep).length);
}

/** One with something else in it stays, and so does a link. */
function removeIfEmpty(path: string): void {
  let above: HeldFolder | undefined;
  try {
    above = HeldFolder.hold(dirname(path));
    rmdirSync(above.at(basename(path)));
  } catch {
    // It is gone already, or something else is in it.
  } finally {
    above?.close();
  }
}
