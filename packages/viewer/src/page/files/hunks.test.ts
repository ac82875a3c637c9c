import { describe, expect, it } from 'vitest';
import { hunksOf } from './hunks.js';

const change = (before: string | undefined, after: string | undefined, kind: 'created' | 'changed' | 'deleted' = 'changed') => ({
  path: 'a',
  change: kind,
  before,
  after,
  calls: [],
});
const texts = (...args: Parameters<typeof change>) => hunksOf(change(...args))?.map(({ text }) => text);
const numbers = (count: number) => Array.from({ length: count }, (_, at) => `${at + 1}\n`).join('');

describe('the difference of a file', () => {
  it('has three lines around a change, and the number of the first', () => {
    expect(texts(numbers(20), numbers(20).replace('10\n', 'ten\n'))).toEqual([
      '@@ line 7 → 7 @@',
      ...[' 7', ' 8', ' 9', '-10', '+ten', ' 11', ' 12', ' 13'],
    ]);
  });

  it('shows a missing end of the last line', () => {
    expect(texts('a\n', 'a')).toEqual(['@@ line 1 → 1 @@', '-a', '+a  ⏎ no end of line']);
  });

  it('of a new file is all of it, and of a text that is missing is nothing', () => {
    expect(texts(undefined, 'a\n', 'created')).toEqual(['@@ line 1 → 1 @@', '+a']);
    expect([texts(undefined, 'a\n'), texts('a\n', undefined)]).toEqual([undefined, undefined]);
  });
});
