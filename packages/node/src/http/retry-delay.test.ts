import { describe, expect, it } from 'vitest';
import { retryAfterMs } from './retry-after.js';
import { retryDelayMs } from './retry-delay.js';

const failure = { retryable: true };
const limits = { maxRetries: 9, maxWaitMs: 120_000 };
const state = { attempts: 1, elapsedMs: 0, random: 0.5 };

describe('the wait before a retry', () => {
  it('doubles from one second to thirty, a quarter more or less (RETRY-01)', () => {
    const delays = [1, 2, 3, 4, 5, 6, 7].map((attempts) => retryDelayMs(failure, { limits, state: { ...state, attempts } }));
    expect(delays).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    expect([0, 1].map((random) => retryDelayMs(failure, { limits, state: { ...state, random } }))).toEqual([750, 1250]);
  });

  it('is what the server says (RETRY-02)', () => {
    expect(retryDelayMs({ ...failure, retryAfterMs: 7 }, { limits, state })).toBe(7);
  });

  it('is undefined if it would end past the limit, if the attempts are used up, or if nothing would change', () => {
    expect(retryDelayMs({ ...failure, retryAfterMs: 121_000 }, { limits, state })).toBeUndefined();
    expect(retryDelayMs(failure, { limits, state: { ...state, elapsedMs: 119_500 } })).toBeUndefined();
    expect(retryDelayMs(failure, { limits, state: { ...state, attempts: 10 } })).toBeUndefined();
    expect(retryDelayMs({ ...failure, retryable: false }, { limits, state })).toBeUndefined();
  });

  it('is read from retry-after-ms, then from retry-after in seconds or as a date', () => {
    const read = (headers: Record<string, string>) => retryAfterMs((name) => headers[name]);
    expect(read({ 'retry-after-ms': '12', 'retry-after': '3' })).toBe(12);
    expect(read({ 'retry-after': '1.5' })).toBe(1500);
    expect(read({ 'retry-after': new Date(0).toUTCString() })).toBe(0);
    expect(read({ 'retry-after': 'soon' })).toBeUndefined();
    expect(read({})).toBeUndefined();
  });
});
