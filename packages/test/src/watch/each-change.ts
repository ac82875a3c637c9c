import { type Diagnostic, folderOf } from '@loadout/config';
import { isLoadoutError } from '@loadout/core';
import { trustFile } from '@loadout/node';
import type { Around } from '../open-room.js';
import { markFiles, marksAsRead, marksOf, nextChange, type Watched } from './next-change.js';

export interface Turn {
  /** The watched paths that changed. Empty in the first turn. */
  readonly changed: readonly string[];
  /** Called once the files are read, before anything runs. */
  readonly onRead: (read: Watched) => Promise<void>;
}

interface Turns extends Around {
  /** The configuration file. */
  readonly file: string;
  readonly onWait: () => void;
  readonly take: (turn: Turn) => Promise<void>;
}

/** Takes a turn at once, and after each change of a file or of this user's trust, until an interrupt. A change during a turn counts too. */
export async function eachChange({ file, io, signal, onWait, take }: Turns): Promise<void> {
  const trust = trustFile(io.env);
  let watched: Watched = { root: folderOf(file), files: [file, trust], folders: [], own: [] };
  for (let changed: readonly string[] = []; !signal.aborted; ) {
    const begun = Date.now();
    let marks = markFiles(watched);
    const onRead = async (read: Watched) => {
      watched = { ...read, files: [...new Set([...read.files, trust])] };
      marks = marksAsRead(watched, { before: marks, begun });
    };
    try {
      await take({ changed, onRead });
    } catch (error) {
      // A file that is wrong now may be right after the next change.
      await io.fail(error);
      await onRead({ ...watched, files: [...watched.files, ...filesIn(error)] });
    }
    const since = new Map([...marks, ...marksOf(watched.own)]);
    changed = await nextChange(watched, { since, signal, onWait });
  }
}

/** The files with the problems of a configuration. A file that another one names is not known before all of them are right. */
function filesIn(error: unknown): readonly string[] {
  if (!isLoadoutError(error) || !('problems' in error) || !Array.isArray(error.problems)) return [];
  return (error.problems as readonly Diagnostic[]).flatMap(({ position }) => (position === undefined ? [] : [position.file]));
}
