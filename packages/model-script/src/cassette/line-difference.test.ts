import { applyPatch } from 'diff';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lineDifference } from './line-difference.js';

const numbered = (count: number, word: string) => Array.from({ length: count }, (_, index) => `${word}${index}`);
const marked = (diff: string, mark: string) =>
  diff
    .split('\n')
    .slice(2)
    .filter((line) => line.startsWith(mark)).length;

it('turns the recorded text into the text of now', async () => {
  const texts = fc.array(fc.constantFrom('a', 'b', '', '--- recorded', '+++ now', '@@ -1,1 +1,1 @@'), {
    minLength: 1,
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(texts, texts, async (before, after) => {
      fc.pre(before.join('\n') !== after.join('\n'));
      const diff = await lineDifference(before.join('\n'), after.join('\n'));
      expect(applyPatch(`${before.join('\n')}\n`, `${diff}\n`)).toBe(`${after.join('\n')}\n`);
    }),
  );
});

it('shows some lines of both sides of texts that have thousands of lines and nothing in common', async () => {
  const before = ['same', ...numbered(20_000, 'a')];
  const after = ['same', ...numbered(30_000, 'b')];
  const diff = await lineDifference(before.join('\n'), after.join('\n'));
  expect(diff).toContain('@@ -1,101 +1,101 @@\n same\n-a0\n');
  expect([marked(diff, '-'), marked(diff, '+')]).toEqual([100, 100]);
  expect(diff).toMatch(/\+b99\n… 49800 more lines differ$/);
});

it('shows the first places of many, each whole with its context', async () => {
  const before = numbered(4_000, 'l');
  const after = before.map((line, index) => (index % 20 === 10 ? `${line} new` : line));
  const diff = await lineDifference(before.join('\n'), after.join('\n'));
  expect([marked(diff, '-'), marked(diff, '+'), marked(diff, '@@')]).toEqual([100, 100, 100]);
  expect(diff).toMatch(/\n-l1990\n\+l1990 new\n… 200 more lines differ$/);
});
