import { expect, it } from 'vitest';
import { Newest } from './newest.js';

const LIMIT = 5;
const byAge = (a: { mtimeMs: number; path: string }, b: { mtimeMs: number; path: string }) =>
  b.mtimeMs - a.mtimeMs || (a.path < b.path ? -1 : 1);

it.each([
  ['ascending', (index: number) => index],
  ['descending', (index: number) => -index],
  ['mixed', (index: number) => (index * 7919) % 101],
  ['the same', () => 1],
])('keeps the files that a sort of all would put first, with times that are %s', (_, timeOf) => {
  const files = Array.from({ length: 211 }, (_, index) => ({ path: `f${(index * 31) % 211}`, mtimeMs: timeOf(index) }));
  const newest = new Newest(LIMIT);
  for (const file of files) newest.add(file);
  expect(newest.files()).toEqual([...files].sort(byAge).slice(0, LIMIT));
  expect(newest.total).toBe(files.length);
});
