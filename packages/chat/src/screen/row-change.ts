import { graphemes, isCertain, shownWidth } from '../text/width.js';
import { TO_LINE_END, toColumn, WRAP_OFF, WRAP_ON } from './codes.js';
import { type Part, painted } from './painter.js';

interface Cell extends Part {
  readonly width: number;
}

/**
 * The least that turns a row of the terminal into another, with the cursor anywhere in that row. Other rows may wrap: one that is
 * written while the window becomes narrower then takes as many rows as the terminal would have made of it.
 */
export function rowChange(before: readonly Part[], after: readonly Part[]): string {
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
