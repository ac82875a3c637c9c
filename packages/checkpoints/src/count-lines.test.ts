import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countLines } from './count-lines.js';

const counts = (before: string | undefined, after: string | undefined) => {
  const bytes = (text: string | undefined) => (text === undefined ? undefined : Buffer.from(text));
  const { insertions, deletions } = countLines(bytes(before), bytes(after));
  return [insertions, deletions];
};

/** Counts by a table of the longest common part, as a reference. */
function plainly(a: readonly string[], b: readonly string[]): readonly number[] {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const line of a) {
    const next = [0];
    for (const [at, other] of b.entries())
      next.push(line === other ? (row[at] ?? 0) + 1 : Math.max(next[at] ?? 0, row[at + 1] ?? 0));
    row = next;
  }
  const common = row[b.length] ?? 0;
  return [b.length - common, a.length - common];
}

describe('added and removed lines', () => {
  it.each([
    ['', '', 0, 0],
    [undefined, 'a\nb\n', 2, 0],
    ['a\nb\n', undefined, 0, 2],
    ['a\nb\nc\n', 'a\nB\nc\n', 1, 1],
    ['a\nb', 'a\nb\n', 1, 1],
    ['a\0', 'b\nc', 0, 0],
  ])('from %j to %j are %i and %i', (before, after, insertions, deletions) => {
    expect(counts(before, after)).toEqual([insertions, deletions]);
  });

  it('are as few as possible', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 30 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        const of = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');
        expect(counts(of(a), of(b))).toEqual(plainly(a, b));
      }),
    );
  });

  it('are all lines in between if little is alike', () => {
    const lines = (mark: string) => Array.from({ length: 5000 }, (_, n) => `${mark} ${n}\n`).join('');
    expect(counts(`same\n${lines('a')}same\n`, `same\n${lines('b')}same\n`)).toEqual([5000, 5000]);
  });
});
