import { graphemes, graphemeWidth } from '../text/width.js';
import type { Drawn, Row } from './frame.js';

type Env = Readonly<Record<string, string | undefined>>;

/** Whether the terminal breaks long lines anew when its width changes. The others cut them. */
export const reflows = ({ TERM = '', TMUX, XTERM_VERSION }: Env): boolean =>
  TMUX !== undefined || (XTERM_VERSION === undefined && !/^(?:linux|screen|rxvt)/.test(TERM));

/**
 * The rows of the live region above the cursor after the terminal broke them anew. Never too many: what is above belongs to the
 * person. A terminal may keep the cursor's own row whole, so that one is not counted.
 */
export const rowsAbove = ({ rows, at }: Drawn, columns: number): number =>
  rows.slice(0, at.row).reduce((all, row) => all + rowsOf(row, columns), 0);

function rowsOf(row: Row, columns: number): number {
  let rows = 1;
  let used = 0;
  for (const grapheme of row.flatMap(({ text }) => [...graphemes(text)])) {
    const width = graphemeWidth(grapheme);
    if (used + width > columns) {
      rows += 1;
      used = 0;
    }
    used += width;
  }
  return rows;
}
