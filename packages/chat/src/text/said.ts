import { printable } from '@loadout/command';
import { cut } from './cut.js';
import type { Block, Line, Span, Style } from './line.js';
import { wrap } from './wrap.js';

export const said = (text: string, ...styles: readonly Style[]): Span => (styles.length === 0 ? { text } : { text, styles });

/** Text of several lines, wrapped, in one style. */
export const saidBlock =
  (text: string, ...styles: readonly Style[]): Block =>
  (columns) =>
    linesOf(text).flatMap((line) => (line === '' ? [[]] : wrap([said(line, ...styles)], columns)));

/** A line that is cut where it does not fit. */
export const cutBlock =
  (...line: Line): Block =>
  (columns) => [cut(line, columns)];

/** The lines of a text of others, without a last empty one. Sequences for a terminal are gone as a whole. */
export const linesOf = (text: string): readonly string[] =>
  printable(text).replaceAll('\t', '    ').replace(/\n+$/, '').split('\n');

export const stacked =
  (...blocks: readonly Block[]): Block =>
  (columns) =>
    blocks.flatMap((block) => block(columns));
