import { expect, test } from 'vitest';
import { jsonIn } from './json-in.js';

test.each(['null', '0', '""', '[]', '{"a":1}'])('%s has its value', (text) => {
  expect(jsonIn(text)).toEqual(JSON.parse(text));
});

test.each(['', '{', 'undefined', '{} {}', "{'a': 1}"])('%j has no value', (text) => {
  expect(jsonIn(text)).toBeUndefined();
});
