import { shown as safe } from '../text/shown.js';
import { graphemes, textWidth } from '../text/width.js';

/** A grapheme of the text as it is shown. */
interface Cell {
  readonly at: number;
  readonly shown: string;
  readonly width: number;
}

/** A row on the screen with the part of the text that it shows, without the line end. */
export interface Row {
  readonly from: number;
  readonly to: number;
  readonly cells: readonly Cell[];
}

interface LayoutOptions {
  readonly columns: number;
  /** The name that is shown in the place of a character, if it stands for a long text. */
  readonly nameOf: (character: string) => string | undefined;
}

/** Lays a text out in rows of at most so many columns. Breaks are behind blanks and at wide characters, elsewhere only in a long word. */
export function rowsOf(text: string, options: LayoutOptions): readonly Row[] {
  const rows: Row[] = [];
  let at = 0;
  for (const line of text.split('\n')) {
    rows.push(...rowsOfLine(cellsOf(line, at, options), { columns: options.columns, from: at, to: at + line.length }));
    at += line.length + 1;
  }
  return rows;
}

function cellsOf(line: string, from: number, { columns, nameOf }: LayoutOptions): readonly Cell[] {
  let at = from;
  return Array.from(graphemes(line), (grapheme) => {
    const look = nameOf(grapheme) ?? lookOf(grapheme);
    const cell = typeof look === 'string' ? nameCell(look, { at, columns }) : { at, ...look };
    at += grapheme.length;
    return cell;
  });
}

/** A name may be wider than the row. */
const nameCell = (name: string, { at, columns }: { readonly at: number; readonly columns: number }): Cell => {
  const shown = name.slice(0, columns);
  return { at, shown, width: shown.length };
};

/** How graphemes look, which takes long to compute and comes again and again. */
const looks = new Map<string, Pick<Cell, 'shown' | 'width'>>();
const MOST_LOOKS = 5000;

function lookOf(grapheme: string): Pick<Cell, 'shown' | 'width'> {
  const known = looks.get(grapheme);
  if (known !== undefined) return known;
  if (looks.size === MOST_LOOKS) looks.clear();
  const shown = safe(grapheme);
  const look = { shown, width: textWidth(shown) };
  looks.set(grapheme, look);
  return look;
}

function rowsOfLine(
  cells: readonly Cell[],
  { columns, from, to }: { readonly columns: number; readonly from: number; readonly to: number },
): Row[] {
  const rows: Row[] = [];
  let begin = 0;
  let breakAt = 0;
  let width = 0;
  for (let index = 0; index < cells.length; index++) {
    const cell = cells[index] as Cell;
    const before = cells[index - 1];
    if (before !== undefined && (isBlank(before) || (before.width === 2 && cell.width === 2))) breakAt = index;
    // A blank at the end of a row may stand in the column behind it, where the cursor would be.
    if (width + cell.width > columns + (isBlank(cell) ? 1 : 0) && index > begin) {
      const end = breakAt > begin && !isBlank(cell) ? breakAt : index;
      rows.push(row(cells, { begin, end }));
      begin = end;
      width = widthOf(cells.slice(begin, index));
    }
    width += cell.width;
  }
  const last = cells.slice(begin);
  rows.push({ from: last[0]?.at ?? from, to, cells: last });
  return rows;
}

const isBlank = (cell: Cell) => cell.shown.trim() === '';

const row = (cells: readonly Cell[], { begin, end }: { readonly begin: number; readonly end: number }): Row => ({
  from: (cells[begin] as Cell).at,
  to: (cells[end] as Cell).at,
  cells: cells.slice(begin, end),
});

const widthOf = (cells: readonly Cell[]) => cells.reduce((sum, cell) => sum + cell.width, 0);

/** Returns the row that shows a place. The place between two rows of a line is on the second. */
export function rowAt(rows: readonly Row[], at: number): number {
  const found = rows.findLastIndex((one) => one.from <= at);
  return Math.max(0, found);
}

export const columnAt = (one: Row, at: number): number => widthOf(one.cells.filter((cell) => cell.at < at));

/** Returns the place in a row that is nearest to a column. A row that its line goes on behind has no place at its end. */
export function placeAt(one: Row, column: number, { goesOn }: { readonly goesOn: boolean }): number {
  let width = 0;
  for (const cell of one.cells) {
    if (width + cell.width > column) return cell.at;
    width += cell.width;
  }
  return goesOn ? (one.cells.at(-1)?.at ?? one.to) : one.to;
}
