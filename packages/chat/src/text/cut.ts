import type { Line, Span } from './line.js';
import { shown } from './shown.js';
import { graphemes, graphemeWidth, lineWidth, shownWidth } from './width.js';

const ASCII = /^[ -~]*$/;

/** The part of a shown text that fits into the columns, and the rest. */
export function split(text: string, columns: number): readonly [string, string] {
  if (ASCII.test(text.slice(0, columns + 1))) return [text.slice(0, columns), text.slice(columns)];
  let width = 0;
  let at = 0;
  for (const grapheme of graphemes(near(text, columns))) {
    width += graphemeWidth(grapheme);
    if (width > columns) break;
    at += grapheme.length;
  }
  return [text.slice(0, at), text.slice(at)];
}

/** No more graphemes than columns fit, and few have more than 16 code units: a text of a megabyte is not looked at whole. */
const near = (text: string, columns: number): string => text.slice(0, columns * 16 + 16);

/** The spans that fit into the columns, without a mark for what is left out. */
export function head<T extends Span>(line: readonly T[], columns: number): readonly T[] {
  const taken: T[] = [];
  let left = columns;
  for (const span of line) {
    const [first, rest] = split(shown(span.text), left);
    if (first !== '') taken.push({ ...span, text: first });
    if (rest !== '') break;
    left -= shownWidth(first);
  }
  return taken;
}

/** The line, or as much of it as fits with a mark that more follows. */
export function cut(line: Line, columns: number): Line {
  const looked = line.map((span) => ({ ...span, text: near(span.text, columns) }));
  const isWhole = looked.every(({ text }, at) => text.length === line[at]?.text.length);
  if (isWhole && lineWidth(line) <= columns) return line;
  return columns < 1 ? [] : [...head(looked, columns - 1), { text: '…' }];
}
