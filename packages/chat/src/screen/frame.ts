import { head } from '../text/cut.js';
import { graphemes, isCertain, shownWidth } from '../text/width.js';
import {
  CURSOR_SHOWN,
  down,
  FRAME_BEGINS,
  FRAME_ENDS,
  TO_LINE_END,
  TO_SCREEN_END,
  toColumn,
  up,
  WRAP_OFF,
  WRAP_ON,
} from './codes.js';
import { type Part, painted } from './painter.js';

export type Row = readonly Part[];

export interface Place {
  readonly row: number;
  readonly column: number;
}

/** The live region as the terminal shows it, and where the terminal's cursor is in it. */
export interface Drawn {
  readonly rows: readonly Row[];
  readonly at: Place;
}

export const NOTHING: Drawn = { rows: [], at: { row: 0, column: 0 } };

export interface Next {
  /** Rows that leave the live region at its top: they belong to the terminal from now on. */
  readonly committed: readonly Row[];
  readonly live: readonly Row[];
  readonly cursor?: Place | undefined;
}

/**
 * Returns the least text that brings the terminal from one frame to the next, empty if nothing differs. The committed rows are
 * compared with the old live region as well: text that becomes final where it stands is not written again.
 */
export function frame(drawn: Drawn, { committed, live, cursor }: Next): { readonly text: string; readonly drawn: Drawn } {
  const region = live.length === 0 ? [[]] : live;
  const rows = [...committed, ...region];
  const pen = new Pen(drawn);
  for (const [index, row] of rows.entries()) pen.draw(index, row);
  if (rows.length < drawn.rows.length) pen.eraseFrom(rows.length);
  const place = cursor ?? { row: region.length - 1, column: 0 };
  pen.finish({ row: committed.length + place.row, column: place.column }, region[place.row] ?? []);
  const text = pen.text === '' ? '' : `${FRAME_BEGINS}${pen.text}${cursor === undefined ? '' : CURSOR_SHOWN}${FRAME_ENDS}`;
  return { text, drawn: { rows: region, at: place } };
}

/** Removes the live region and leaves the cursor where it began. */
export const erased = (rowsAbove: number): string => `\r${up(rowsAbove)}${TO_SCREEN_END}`;

/** Writes rows from top to bottom, so that each leaves the screen complete when the terminal scrolls. */
class Pen {
  text = '';
  readonly #drawn: Drawn;
  #row: number;
  /** The rows that the terminal has from the first row on. */
  #height: number;

  constructor(drawn: Drawn) {
    this.#drawn = drawn;
    this.#row = drawn.at.row;
    this.#height = Math.max(1, drawn.rows.length);
  }

  draw(index: number, row: Row): void {
    const old = this.#drawn.rows[index];
    if (old !== undefined && isSameRow(old, row)) return;
    this.#to(index);
    this.text += rowChange(old ?? [], row);
  }

  eraseFrom(index: number): void {
    this.#to(index);
    this.text += `\r${TO_SCREEN_END}`;
  }

  /** Puts the cursor to its place. Behind text whose width is not certain, that text is written again, and the terminal counts. */
  finish({ row, column }: Place, text: Row): void {
    const { at } = this.#drawn;
    if (this.text === '' && at.row === row && at.column === column) return;
    this.#to(row);
    const before = head(text, column);
    this.text += isCertain(before.map((part) => part.text).join('')) ? toColumn(column) : `\r${painted(before)}`;
  }

  #to(index: number): void {
    const reachable = Math.min(index, this.#height - 1);
    this.text += reachable < this.#row ? up(this.#row - reachable) : down(reachable - this.#row);
    if (index > reachable) this.text += '\r\n'.repeat(index - reachable);
    this.#row = index;
    this.#height = Math.max(this.#height, index + 1);
  }
}

const isSameRow = (one: Row, other: Row): boolean =>
  one.length === other.length &&
  one.every(({ text, codes, link }, at) => text === other[at]?.text && codes === other[at].codes && link === other[at].link);

interface Cell extends Part {
  readonly width: number;
}

/**
 * The least that turns a row of the terminal into another, with the cursor anywhere in that row. Other rows may wrap: one that is
 * written while the window becomes narrower then takes as many rows as the terminal would have made of it.
 */
function rowChange(before: readonly Part[], after: readonly Part[]): string {
  const [old, now] = [cellsOf(before), cellsOf(after)];
  const start = sameStart(old, now);
  const end = sameEnd(old, now, start);
  const rest = painted(joined(now.slice(start, now.length - end)));
  const column = widthOf(now.slice(0, start));
  const erases = end === 0 && (!isAllCertain(old) || !isAllCertain(now) || widthOf(old) > widthOf(now));
  const text = `${toColumn(column)}${rest}${erases ? TO_LINE_END : ''}`;
  return isAllCertain(now) ? text : `${WRAP_OFF}${text}${WRAP_ON}`;
}

function cellsOf(parts: readonly Part[]): readonly Cell[] {
  return parts.flatMap((part) => Array.from(graphemes(part.text), (text) => ({ ...part, text, width: shownWidth(text) })));
}

/** The number of cells that stay at the start. A start whose width is not certain is written again. */
function sameStart(old: readonly Cell[], now: readonly Cell[]): number {
  let same = 0;
  while (same < now.length && isSame(old[same], now[same])) same += 1;
  return isAllCertain(now.slice(0, same)) ? same : 0;
}

/** The number of cells that stay at the end: some only if none of them moves. */
function sameEnd(old: readonly Cell[], now: readonly Cell[], start: number): number {
  if (widthOf(old) !== widthOf(now) || !isAllCertain(old) || !isAllCertain(now)) return 0;
  let same = 0;
  while (same < Math.min(old.length, now.length) - start && isSame(old.at(-1 - same), now.at(-1 - same))) same += 1;
  return same;
}

const isSame = (one: Cell | undefined, other: Cell | undefined) =>
  one?.text === other?.text && one?.codes === other?.codes && one?.link === other?.link;
const widthOf = (cells: readonly Cell[]) => cells.reduce((all, { width }) => all + width, 0);
const isAllCertain = (cells: readonly Cell[]) => isCertain(cells.map(({ text }) => text).join(''));

function joined(cells: readonly Cell[]): readonly Part[] {
  const parts: Part[] = [];
  for (const cell of cells) {
    const last = parts.at(-1);
    if (last?.codes === cell.codes && last.link === cell.link) parts[parts.length - 1] = { ...last, text: last.text + cell.text };
    else parts.push(cell);
  }
  return parts;
}
