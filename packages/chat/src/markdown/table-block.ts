import type { Tokens } from 'marked';
import type { Block, Line, Span } from '../text/line.js';
import { lineWidth } from '../text/width.js';
import { wrap } from '../text/wrap.js';
import { inline } from './inline.js';

/** A narrower column cannot be read. */
const LEAST = 4;
const BETWEEN: Span = { text: ' │ ', styles: ['dim'] };

/** A table in columns, the widest of which give way. Where the columns would be too narrow, each row is a list of its cells. */
export function tableBlock({ header, rows }: Tokens.Table): Block {
  const names = header.map(({ tokens }) => inline(tokens, ['bold']));
  const cells = rows.map((row) => row.map(({ tokens }) => inline(tokens)));
  const natural = names.map((name, at) => Math.max(1, ...[name, ...cells.map((row) => row[at] ?? [])].map(lineWidth)));
  const aligns = header.map(({ align }) => align);
  return (columns) => {
    const widths = fitted(natural, columns - BETWEEN.text.length * (names.length - 1));
    if (widths === undefined) return cells.flatMap((row) => rowAsList(names, row, columns));
    const lines = (row: readonly Line[]) => rowLines(row, widths, aligns);
    const rule = widths.map((width) => '─'.repeat(width)).join('─┼─');
    return [...lines(names), [{ text: rule, styles: ['dim'] }], ...cells.flatMap(lines)];
  };
}

/** The widths that fit: no column wider than its content, and all that must give way equally wide. */
function fitted(natural: readonly number[], columns: number): readonly number[] | undefined {
  let most = Math.max(...natural);
  const width = () => natural.reduce((all, one) => all + Math.min(one, most), 0);
  if (width() > columns) most = Math.min(most, columns);
  while (width() > columns && most >= LEAST) most -= 1;
  return width() > columns ? undefined : natural.map((one) => Math.min(one, most));
}

function rowLines(
  row: readonly Line[],
  widths: readonly number[],
  aligns: readonly Tokens.TableCell['align'][],
): readonly Line[] {
  const cells = widths.map((width, at) => wrap(row[at] ?? [], width));
  return Array.from({ length: Math.max(...cells.map(({ length }) => length)) }, (_, index) =>
    cells.flatMap((lines, at) => {
      const line = lines[index] ?? [];
      const left = (widths[at] ?? 0) - lineWidth(line);
      const before = aligns[at] === 'right' ? left : aligns[at] === 'center' ? Math.floor(left / 2) : 0;
      const isLast = at === widths.length - 1;
      return [...blanks(before), ...line, ...(isLast ? [] : [...blanks(left - before), BETWEEN])];
    }),
  );
}

const rowAsList = (names: readonly Line[], row: readonly Line[], columns: number): readonly Line[] =>
  row.flatMap((cell, at) => wrap([...(names[at] ?? []), { text: ': ' }, ...cell], columns, { indent: 2 }));

const blanks = (count: number): Line => (count > 0 ? [{ text: ' '.repeat(count) }] : []);
