import { lineEnd } from '../files/changed-lines.js';
import { cutLine } from '../read/cut-line.js';
import { type EditedLines, LINES_AROUND } from './edited-lines.js';

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
