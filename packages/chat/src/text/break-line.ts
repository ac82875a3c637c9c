import { split } from './cut.js';
import type { Line } from './line.js';
import { shown } from './shown.js';
import { shownWidth } from './width.js';

/** Breaks a line at any character, so that nothing is added to it and nothing left out. For code. At least two columns. */
export function breakLine(line: Line, columns: number): readonly Line[] {
  const room = Math.max(2, columns);
  const rows: Line[number][][] = [[]];
  let left = room;
  for (const span of line)
    for (let rest = shown(span.text); rest !== ''; ) {
      const [fits, after] = split(rest, left);
      if (fits !== '') rows.at(-1)?.push({ ...span, text: fits });
      left -= shownWidth(fits);
      rest = after;
      if (after === '') continue;
      rows.push([]);
      left = room;
    }
  return rows;
}
