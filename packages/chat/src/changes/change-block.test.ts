import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineWidth } from '../text/width.js';
import { changeBlock } from './change-block.js';
import { wordMarks } from './word-marks.js';

const linesOf = (change: Parameters<typeof changeBlock>[0], columns = 60, folded?: number) =>
  changeBlock(change, folded === undefined ? {} : { folded })(columns).map((line) => line.map(({ text }) => text).join(''));
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => `line ${from + at}\n`).join('');

describe('a change of a file', () => {
  it('has numbered lines, of the new file or of the old one', () => {
    const before = numbers(1, 30);
    const after = before.replace('line 5\n', '').replace('line 20\n', 'line twenty\nline 20b\n');
    expect(linesOf({ before, after, path: 'src/a.ts' })).toEqual([
      'src/a.ts  +2 -2',
      ' 2   line 2',
      ' 3   line 3',
      ' 4   line 4',
      ' 5 - line 5',
      ' 5   line 6',
      ' 6   line 7',
      ' 7   line 8',
      '   ⋮',
      '16   line 17',
      '17   line 18',
      '18   line 19',
      '20 - line 20',
      '19 + line twenty',
      '20 + line 20b',
      '21   line 21',
      '22   line 22',
      '23   line 23',
    ]);
  });

  it('marks the words that differ inside a changed line, and keeps blanks at its end', () => {
    const block = changeBlock({ before: 'const a = one(b, c);\n', after: 'const a = two(b, c, d);  \n', path: 'a.ts' })(60);
    const marked = block.flatMap((line) => line.filter(({ styles }) => styles?.includes('inverse')).map(({ text }) => text));
    expect(marked).toEqual(['one', 'two', ',', ' ', 'd', '  ']);
  });

  it('marks nothing where two lines have little in common', () => {
    expect(wordMarks('return 5;', 'if (a.b === undefined) {')).toEqual([{ text: 'return 5;', isMarked: false }]);
  });

  it('shows a new file whole, and says that nothing differs', () => {
    expect(linesOf({ before: '', after: 'a\nb\n', path: 'x' })).toEqual(['x  +2 -0', '1 + a', '2 + b']);
    expect(linesOf({ before: 'a', after: 'a', path: 'x' })).toEqual(['x  +0 -0', '(nothing would be different)']);
  });

  it('folds what is longer, and says how much is left out', () => {
    expect(linesOf({ before: '', after: numbers(1, 12), path: 'x' }, 60, 3)).toEqual([
      'x  +12 -0',
      ' 1 + line 1',
      ' 2 + line 2',
      ' 3 + line 3',
      '… 9 more lines',
    ]);
  });

  it('shows every character of a hostile change, and warns of it', () => {
    const lines = linesOf({ before: 'a\n', after: 'a\u202eb\x1b[2J\u200b\n', path: 'x\x1b]0;y\x07\nz' }, 80);
    expect(lines[0]).toContain('x\\u{1b}]0;y\\u{7}⏎z');
    expect(lines.at(-2)).toBe('1 + a\\u{202e}b\\u{1b}[2J\\u{200b}');
    expect(lines.at(-1)).toBe('Careful: characters that would not show are written as \\u{…}.');
  });

  it('takes a line of a megabyte', () => {
    expect(linesOf({ before: '', after: 'x'.repeat(1_000_000), path: 'x' }).length).toBeLessThan(200);
  });

  it('has no line that is too wide, and every line of the change', () => {
    const text = fc.array(fc.string({ unit: 'grapheme', maxLength: 30 }), { maxLength: 12 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, text, fc.integer({ min: 8, max: 80 }), (before, after, columns) => {
        for (const line of changeBlock({ before, after, path: 'p' })(columns))
          expect(lineWidth(line)).toBeLessThanOrEqual(columns);
      }),
    );
  });
});
