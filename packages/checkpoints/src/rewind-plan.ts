import { lstatSync } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';
import type { StoredSession } from '@loadout/core/commands';
import { type CheckpointPlace, placeOf, readIndex } from './checkpoint-index.js';
import { type RestoredFile, restoreBefore } from './rewind.js';

/** A file that a rewind would change. */
export interface PlannedFile extends RestoredFile {
  /** `create`: the file is gone now. `remove`: it did not exist before the prompt. */
  readonly change: 'restore' | 'create' | 'remove';
  /** Whether the file was changed after the session: not by its tools. */
  readonly isChangedSince: boolean;
  readonly isOutside: boolean;
}

export interface RewindPlan {
  readonly files: readonly PlannedFile[];
  /** A line for each file that cannot be restored. */
  readonly problems: readonly string[];
}

/** Finds what a rewind would change, and changes nothing. `folder` is the folder in which files are expected. Throws as `restoreBefore` does. */
export function planRewind(
  { header, modified }: Pick<StoredSession, 'header' | 'modified'>,
  { prompt, folder }: { readonly prompt: string; readonly folder: string },
): RewindPlan {
  const place = placeOf(header);
  const { files, problems, earlier } = restoreBefore(place, { prompt, dryRun: true });
  const lastWork = Math.max(modified.getTime(), lastRewind(place));
  const planned = files.map((file): PlannedFile => {
    const mtime = lstatSync(file.path, { throwIfNoEntry: false })?.mtimeMs;
    const isKept = earlier.get(file.path)?.was.kind !== 'absent';
    return {
      ...file,
      change: !isKept ? 'remove' : mtime === undefined ? 'create' : 'restore',
      isChangedSince: mtime !== undefined && mtime > lastWork,
      isOutside: isOutside(file.path, folder),
    };
  });
  return { files: planned, problems };
}

/** The time of the newest rewind, which wrote files after the session; 0 without one. */
const lastRewind = ({ dir }: CheckpointPlace): number =>
  readIndex(dir).reduce((last, line) => (line.t === 'rewound' ? Math.max(last, line.at) : last), 0);

function isOutside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way);
}
