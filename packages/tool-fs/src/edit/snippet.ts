import { countFeeds, lineEnd, lineStart } from '../files/changed-lines.js';
import { cutLine } from '../read/cut-line.js';
import type { Change } from './find-text.js';

const AROUND = 4;
const MOST_LINES = 40;

/** The numbered lines around the first change, as they are now. */
export function snippet(after: string, { newText, places }: Change): string {
  const place = places[0] ?? 0;
  const start = lineStart(after, { from: place, linesUp: AROUND });
  const end = lineEnd(after, { from: place + newText.length, linesDown: AROUND });
  const lines = after.slice(start, end).split('\n');
  if (lines.at(-1) === '') lines.pop();
  const first = countFeeds(after, start) + 1;
  return lines
    .slice(0, MOST_LINES)
    .map((line, index) => `${first + index}\t${cutLine(line)}`)
    .join('\n');
}
