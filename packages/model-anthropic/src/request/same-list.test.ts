import { expect, it } from 'vitest';
import { SameList } from './same-list.js';

it('gives one list for all that say the same, and never one that says something else', () => {
  const same = new SameList<{ readonly text: string }>((one, other) => one.text === other?.text);
  const list = (...texts: string[]) => texts.map((text) => ({ text }));
  const first = list('a', 'b');
  expect(same.of(first)).toBe(first);
  expect(same.of(list('a', 'b'))).toBe(first);
  for (const other of [list('a'), list('a', 'c'), list('b', 'a'), list('a', 'b', 'b'), list()]) {
    expect(same.of(other)).toBe(other);
    expect(same.of(first)).toBe(first);
  }
});
