import { describe, expect, it } from 'vitest';
import { counted, dollars, duration, moment, tokens } from './format.js';

describe('numbers for people', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1.00k'],
    [12_345, '12.3k'],
    [999_499, '999k'],
    [999_500, '1.00M'],
    [999_999, '1.00M'],
    [1_234_567, '1.23M'],
    [4_000_000_000, '4000M'],
  ])('%i tokens have three digits', (value, text) => {
    expect(tokens(value)).toBe(text);
  });

  it.each([
    [undefined, ''],
    [0.4, '0 ms'],
    [999, '999 ms'],
    [999.6, '1.0 s'],
    [59_949, '59.9 s'],
    [59_960, '1 m 0 s'],
    [61_000, '1 m 1 s'],
    [3_599_600, '1 h 0 m'],
    [7_380_000, '2 h 3 m'],
  ])('%s ms are a duration without sixty of a unit', (ms, text) => {
    expect(duration(ms)).toBe(text);
  });

  it('a price that is unknown is not zero', () => {
    expect([null, undefined, 0, 0.00123, 1.5].map(dollars)).toEqual(['unknown price', '–', '$0.00', '$0.0012', '$1.50']);
  });

  it('a time that no calendar has is empty', () => {
    expect([undefined, Number.NaN, 9e15, 0].map(moment)).toEqual(['', '', '', '1970-01-01 00:00:00 UTC']);
  });

  it('one of a thing has no s', () => {
    expect([counted(1, 'call'), counted(2000, 'call')]).toEqual(['1 call', '2,000 calls']);
  });
});
