import { graphemes, graphemeWidth, isCertain } from '../text/width.js';
import type { Drawn, Row } from './frame.js';

type Env = Readonly<Record<string, string | undefined>>;

/** Whether the terminal breaks long lines anew when its width changes. The others cut them. */
export const reflows = ({ TERM = '', TMUX, XTERM_VERSION }: Env): boolean =>
  TMUX !== undefined || (XTERM_VERSION === undefined && !/^(?:linux|screen|rxvt)/.test(TERM));

/**
 * The rows of the live region above the cursor after the terminal broke them anew. Never too many, since the rows above belong to the
 * person: a character counts as narrow as a terminal may take it, and the cursor's own row, which some terminals keep whole, not at all.
 */
export const rowsAbove = ({ rows, at }: Drawn, columns: number): number =>
  rows.slice(0, at.row).reduce((all, row) => all + rowsOf(row, columns), 0);

function rowsOf(row: Row, columns: number): number {
  let rows = 1;
  let used = 0;
  for (const grapheme of row.flatMap(({ text }) => [...graphemes(text)])) {
    const width = isCertain(grapheme) ? graphemeWidth(grapheme) : Math.min(1, graphemeWidth(grapheme));
    if (used + width > columns) {
      rows += 1;
      used = 0;
    }
    used += width;
  }
  return rows;
}
