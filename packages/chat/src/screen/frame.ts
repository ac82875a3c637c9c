import { head } from '../text/cut.js';
import { isCertain } from '../text/width.js';
import { CURSOR_SHOWN, down, FRAME_BEGINS, FRAME_ENDS, TO_SCREEN_END, toColumn, up } from './codes.js';
import { type Part, painted } from './painter.js';
import { rowChange } from './row-change.js';

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
