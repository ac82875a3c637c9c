import { readFileSync, statSync } from 'node:fs';
import type { CheckpointedSession } from '@loadout/core/run';
import { placeOf } from './checkpoint-index.js';
import { readCopy } from './copies.js';
import { earliest } from './rewind.js';
import { timelineOf } from './timeline.js';

/** A file that the tools of a session changed. */
export interface SessionChange {
  /** The absolute path. */
  readonly path: string;
  /** The content before the session. Absent if the file did not exist, or if its content was not kept. */
  readonly before?: Buffer | undefined;
  /** The content now. Absent if the file does not exist. */
  readonly after?: Buffer | undefined;
  /** The reason for which `before` is unknown. */
  readonly unknown?: string | undefined;
}

export interface SessionChanges {
  /** False if the session has no checkpoints, so that its changes are unknown. */
  readonly isKept: boolean;
  /** True if the oldest checkpoints are gone. `before` is then the state after the prompts that were dropped. */
  readonly isPartial: boolean;
  /** The files whose content now differs from the content before the session. */
  readonly files: readonly SessionChange[];
}

/** Compares the files that a session changed with their state before it. Reads the checkpoints and changes nothing. */
export function sessionChanges(header: CheckpointedSession): SessionChanges {
  const timeline = timelineOf(placeOf(header));
  const kept = timeline.filter(({ isDropped }) => !isDropped);
  const files = [...earliest(kept)].map(([path, { dir, was }]): SessionChange => {
    const after = contentOf(path);
    if (was.kind === 'absent') return { path, after };
    if (was.kind === 'not kept') return { path, after, unknown: `it had ${was.size} bytes, more than a checkpoint keeps` };
    try {
      return { path, before: readCopy(dir, was.sha256), after };
    } catch (error) {
      return { path, after, unknown: (error as Error).message };
    }
  });
  return {
    isKept: timeline.length > 0,
    isPartial: kept.length < timeline.length,
    files: files.filter(isChange).sort((a, b) => (a.path < b.path ? -1 : 1)),
  };
}

function isChange({ before, after, unknown }: SessionChange): boolean {
  if (unknown !== undefined) return true;
  return before === undefined || after === undefined ? before !== after : !before.equals(after);
}

/** The largest file that is compared. */
const MOST_BYTES = 16 * 1024 * 1024;

function contentOf(path: string): Buffer | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat?.isFile() === true && stat.size <= MOST_BYTES ? readFileSync(path) : undefined;
}
