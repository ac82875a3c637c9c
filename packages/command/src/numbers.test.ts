import { expect, it } from 'vitest';
import { cost, count, duration, plural, size } from './numbers.js';

it('numbers are grouped by three', () => {
  expect([0, 999, 1000, 1234567].map(count)).toEqual(['0', '999', '1,000', '1,234,567']);
  expect([plural(1, 'turn'), plural(2, 'turn')]).toEqual(['1 turn', '2 turns']);
});

it('times are told in the unit that fits', () => {
  expect([0.4, 12, 999, 1200, 59_949, 59_950, 125_000].map(duration)).toEqual([
    '0 ms',
    '12 ms',
    '999 ms',
    '1.2 s',
    '59.9 s',
    '1 min 0 s',
    '2 min 5 s',
  ]);
});

it('a price that is not known is not zero (COST-02)', () => {
  expect([null, 0, 0.0123, 12.345].map(cost)).toEqual(['cost unknown', 'cost $0.00', 'cost $0.0123', 'cost $12.35']);
});

it('sizes are told in the unit that fits', () => {
  expect([12, 2048, 3_500_000].map(size)).toEqual(['12 B', '2 KB', '3.3 MB']);
});
