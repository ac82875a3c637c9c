import { expect, it } from 'vitest';
import { PageKeys } from './page-keys.js';

const MINUTE = 60_000;

it('a code opens the page once, and its key is good from then on', () => {
  const keys = new PageKeys();
  for (const wrong of ['', 'x', keys.code.slice(1), undefined, 7, {}]) expect(keys.open(wrong)).toBeUndefined();
  const key = keys.open(keys.code) ?? '';
  expect([keys.accepts(key), keys.accepts(keys.code), keys.accepts('')]).toEqual([true, false, false]);
  expect(keys.open(keys.code)).toBeUndefined();
  expect(keys.accepts(key)).toBe(true);
});

it('a code that nobody used is void after a quarter of an hour, since the output of a command may be kept', () => {
  let now = 0;
  const keys = new PageKeys({ openMs: 15 * MINUTE, now: () => now });
  now = 16 * MINUTE;
  expect(keys.open(keys.code)).toBeUndefined();
});

it('two servers have different codes and keys', () => {
  const [one, other] = [new PageKeys(), new PageKeys()];
  expect(other.open(one.code)).toBeUndefined();
  expect(other.accepts(one.open(one.code) ?? '')).toBe(false);
});
