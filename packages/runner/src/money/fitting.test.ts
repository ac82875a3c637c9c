import { describe, expect, it } from 'vitest';
import { fitting } from './hold-money.js';
import type { WorstCost } from './worst-cost.js';

/** An output token costs a dollar. */
const worst = (more: Partial<WorstCost> = {}): WorstCost => ({
  inputUsd: 100,
  usdPerOutputToken: 1,
  output: 16_000,
  least: 1_024,
  ...more,
});
const room = (left: number, more: { atMost?: number; isUnder?: boolean } = {}) => ({
  left,
  atMost: left,
  isUnder: false,
  ...more,
});

describe('the answer that the money suffices for (COST-04)', () => {
  it('is the longest, if all of it fits', () => {
    expect(fitting(worst(), room(16_100))).toEqual({ output: 16_000, usd: 16_100 });
    expect(fitting(worst(), room(99_999, { isUnder: true }))).toEqual({ output: 16_000, usd: 16_100 });
  });

  it('is as long as the rest of the money, down to a short answer', () => {
    expect(fitting(worst(), room(16_099))).toEqual({ output: 15_999, usd: 16_099 });
    expect(fitting(worst(), room(1_124))).toEqual({ output: 1_024, usd: 1_124 });
    expect(fitting(worst(), room(1_123))).toBe('never');
    expect(fitting(worst({ least: 5_024 }), room(5_000))).toBe('never');
  });

  it('waits while others hold money that would allow a long enough answer', () => {
    expect(fitting(worst(), room(5_000, { atMost: 50_000 }))).toEqual({ later: 8_100 });
    expect(fitting(worst(), room(-3, { atMost: 1_200 }))).toEqual({ later: 1_200 });
    expect(fitting(worst(), room(8_100, { atMost: 50_000 }))).toEqual({ output: 8_000, usd: 8_100 });
    // A short answer does not fit, even if the others free all they hold.
    expect(fitting(worst(), room(500, { atMost: 1_000 }))).toBe('never');
  });

  it('leaves half of the money to agents beside it, unless its answer would be too short', () => {
    expect(fitting(worst({ output: 90_000 }), room(60_000, { isUnder: true }))).toEqual({ output: 29_900, usd: 30_000 });
    expect(fitting(worst(), room(9_000, { isUnder: true }))).toEqual({ output: 8_000, usd: 8_100 });
    expect(fitting(worst(), room(2_000, { isUnder: true }))).toEqual({ output: 1_900, usd: 2_000 });
  });

  it('of a model that costs nothing always fits', () => {
    const free = worst({ inputUsd: 0, usdPerOutputToken: 0 });
    expect(fitting(free, room(-5))).toEqual({ output: 16_000, usd: 0 });
    expect(fitting(worst({ usdPerOutputToken: 0 }), room(99))).toBe('never');
  });
});
