import { expect, it } from 'vitest';
import { fencedWorker } from './fenced-worker.js';

it('a fence knows its worker, the tag of its children and the longest silence', () => {
  expect(fencedWorker(['4711', 'a-tag-of-a-run', '1000'])).toEqual({ worker: 4711, tag: 'a-tag-of-a-run', mostMs: 1000 });
});

it.each([
  [[]],
  [['', '', '']],
  [['0', 'a-tag-of-a-run', '1000']],
  [['-1', 'a-tag-of-a-run', '1000']],
  [['4711', '', '1000']],
  [['4711', 'a-tag-of-a-run']],
])('a fence without a worker has nothing to end: %j', (args) => {
  expect(fencedWorker(args)).toBeUndefined();
});
