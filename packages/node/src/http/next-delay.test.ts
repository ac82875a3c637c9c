import { describe, expect, it } from 'vitest';
import { nextDelayMs } from './next-delay.js';
import { retryAfterMs } from './retry-after.js';

const failure = { retryable: true };
const at = (attempts = 1, random = 0.5, elapsedMs = 0) => ({
  asked: { maxRetries: 9 },
  attempts,
  random,
  began: performance.now() - elapsedMs,
});

describe('the wait before a retry', () => {
  it('doubles from one second to thirty, a quarter more or less (RETRY-01)', () => {
    const delays = [1, 2, 3, 4, 5, 6, 7].map((attempts) => nextDelayMs(failure, at(attempts)));
    expect(delays).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    expect([0, 1].map((random) => nextDelayMs(failure, at(1, random)))).toEqual([750, 1250]);
  });

  it('is what the server says (RETRY-02)', () => {
    expect(nextDelayMs({ ...failure, retryAfterMs: 7 }, at())).toBe(7);
  });

  it('is undefined if it would end past the limit, if the attempts are used up, or if nothing would change', () => {
    expect(nextDelayMs({ ...failure, retryAfterMs: 121_000 }, at())).toBeUndefined();
    expect(nextDelayMs(failure, at(1, 0.5, 119_500))).toBeUndefined();
    expect(nextDelayMs(failure, at(10))).toBeUndefined();
    expect(nextDelayMs({ ...failure, retryable: false }, at())).toBeUndefined();
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
