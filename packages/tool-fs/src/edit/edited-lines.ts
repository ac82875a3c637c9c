import { type ChangedLines, countFeeds, lineEnd, lineStart } from '../files/changed-lines.js';
import { cutLine } from '../read/cut-line.js';
import { type Change, replaceAt } from './find-text.js';

/** At least as many as a patch shows. */
const LINES_AROUND = 4;

export interface EditedLines extends ChangedLines {
  /** With the places in these lines. */
  readonly change: Change;
}

/** The lines from the first place of a change to the last, with those around them. The rest of the changed text is not put together. */
export function editedLines(text: string, change: Change): EditedLines {
  const first = change.places[0] ?? 0;
  const last = change.places.at(-1) ?? first;
  const start = lineStart(text, { from: first, linesUp: LINES_AROUND });
  const end = lineEnd(text, { from: last + change.oldText.length, linesDown: LINES_AROUND });
  const before = text.slice(start, end);
  const here = { ...change, places: change.places.map((place) => place - start) };
  return { before, after: replaceAt(before, here), linesAbove: countFeeds(text, start), change: here };
}

const MOST_LINES = 40;

/** The numbered lines around the first change, as they are now. */
export function snippet({ after, linesAbove, change: { newText, places } }: EditedLines): string {
  const end = lineEnd(after, { from: (places[0] ?? 0) + newText.length, linesDown: LINES_AROUND });
  const lines = after.slice(0, end).split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines
    .slice(0, MOST_LINES)
    .map((line, index) => `${linesAbove + 1 + index}\t${cutLine(line)}`)
    .join('\n');
}
