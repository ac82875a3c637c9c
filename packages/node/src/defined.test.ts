import { expect, test } from 'vitest';
import { defined } from './defined.js';

test('only undefined is no value', () => {
  const fields = { a: undefined, b: null, c: 0, d: '', e: false, f: Number.NaN };
  expect(Object.entries(defined(fields))).toEqual(Object.entries(fields).slice(1));
});
