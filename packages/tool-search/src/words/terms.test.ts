import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { termsOf } from './terms.js';

const BYTES = 2_000_000;
const TEXTS = 50;

it('the terms of a text do not keep the text in memory', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  const before = getHeapStatistics().used_heap_size;
  const kept = Array.from({ length: TEXTS }, (_, index) => termsOf(`${' '.repeat(BYTES)}averylongandrareword${index}`));
  collect();
  expect(getHeapStatistics().used_heap_size - before).toBeLessThan((TEXTS * BYTES) / 4);
  expect(kept.length).toBe(TEXTS);
});
