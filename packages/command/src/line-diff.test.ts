import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lineDiff } from './line-diff.js';

const MARKS = { same: ' ', gone: '-', new: '+' } as const;
const shown = (before: string, after: string) =>
  lineDiff(before, after).map(({ at, lines }) => [at, ...lines.map(({ kind, text }) => MARKS[kind] + text)]);
const numbered = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => `l${from + index}`);

it('shows what differs with three lines around it, each run with its line', () => {
  const before = numbered(1, 30);
  const after = before.map((line) => (line === 'l10' ? 'ten' : line)).filter((line) => line !== 'l25');
  expect(shown(before.join('\n'), after.join('\n'))).toEqual([
    [7, ' l7', ' l8', ' l9', '-l10', '+ten', ' l11', ' l12', ' l13'],
    [22, ' l22', ' l23', ' l24', '-l25', ' l26', ' l27', ' l28'],
  ]);
});

it('shows a new file as new, and nothing where nothing differs', () => {
  expect(shown('', 'a\nb\n')).toEqual([[1, '+a', '+b']]);
  expect(shown('a\n', 'a\n')).toEqual([]);
});

it('makes the one text of the other', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const rest = [...before];
      const made: string[] = [];
      for (const hunk of lineDiff(`${before.join('\n')}\n`, `${after.join('\n')}\n`)) {
        made.push(...rest.splice(0, hunk.at - 1 - made.length));
        for (const { kind, text } of hunk.lines) {
          if (kind !== 'new') expect(rest.shift()).toBe(text);
          if (kind !== 'gone') made.push(text);
        }
      }
      expect([...made, ...rest]).toEqual(after);
    }),
  );
});

it('does not compare what is too long to be compared, and shows all of it', () => {
  const before = numbered(1, 1500);
  const after = numbered(2001, 3500);
  const [hunk, ...others] = lineDiff(before.join('\n'), after.join('\n'));
  expect([hunk?.lines.length, others.length]).toEqual([3000, 0]);
});
