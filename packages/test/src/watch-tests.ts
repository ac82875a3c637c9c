import { type Diagnostic, folderOf } from '@loadout/config';
import { isLoadoutError } from '@loadout/core';
import { trustFile } from '@loadout/runner';
import { type FileMarks, markFiles, marksAsRead, marksOf, type Watched } from './file-marks.js';
import { nextChange } from './next-change.js';
import type { Around } from './open-room.js';
import type { TestWish } from './read-test-wish.js';
import { testOnce } from './test-once.js';

/** Runs the tests after each change of a file or of this user's trust, until an interrupt. Returns 0. A change while they run counts too. */
export async function watchTests(wish: TestWish, around: Around): Promise<number> {
  const { io, signal } = around;
  const trust = trustFile(io.env);
  let watched: Watched = { root: folderOf(wish.file), files: [wish.file, trust], folders: [], own: [] };
  while (!signal.aborted) {
    const begun = Date.now();
    let marks: FileMarks = (await markFiles(watched)).marks;
    const onRead = async (read: Watched) => {
      watched = { ...read, files: [...new Set([...read.files, trust])] };
      marks = await marksAsRead(watched, { before: marks, begun });
    };
    try {
      await testOnce(wish, { ...around, onRead });
    } catch (error) {
      // A file that is wrong now may be right after the next change.
      await io.fail(error);
      await onRead({ ...watched, files: [...watched.files, ...filesIn(error)] });
    }
    await nextChange(watched, {
      since: new Map([...marks, ...marksOf(watched.own)]),
      signal,
      onWait: () => io.tell('Waiting for a change. Ctrl+C ends it.\n'),
      onBlind: (problem) => io.tell(`note: ${problem}\n`),
    });
  }
  return 0;
}

/** The files with the problems of a configuration. A file that another one names is not known before all of them are right. */
function filesIn(error: unknown): readonly string[] {
  if (!isLoadoutError(error) || !('problems' in error) || !Array.isArray(error.problems)) return [];
  return (error.problems as readonly Diagnostic[]).flatMap(({ position }) => (position === undefined ? [] : [position.file]));
}
