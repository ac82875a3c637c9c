import { expect, test } from 'vitest';
import { canonicalJson } from './canonical-json.js';

test('the order of keys is no part of a value, and that of items is', () => {
  expect(canonicalJson({ b: [{ d: 1, c: 2 }], a: null })).toBe('{"a":null,"b":[{"c":2,"d":1}]}');
  expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]));
});
