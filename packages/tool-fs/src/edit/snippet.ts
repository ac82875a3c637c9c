import { cutLine } from '../read/cut-line.js';
import type { Change } from './find-text.js';

const AROUND = 4;
const MOST_LINES = 40;

/** The numbered lines around the first change, as they are now. */
export function snippet(after: string, change: Change): string {
  const place = change.places[0] ?? 0;
  const lines = after.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const first = lineAt(after, place);
  const last = first + change.newText.split('\n').length - 1;
  const from = Math.max(1, first - AROUND);
  const to = Math.min(lines.length, last + AROUND, from + MOST_LINES - 1);
  return lines
    .slice(from - 1, to)
    .map((line, index) => `${from + index}\t${cutLine(line)}`)
    .join('\n');
}

function lineAt(text: string, place: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < place; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}
