import type { ModelProvider, RateLimit } from '@loadout/core/model';
import { expect, it } from 'vitest';
import { model, reader, runAgent } from '../run/scripted.test-kit.js';

/** A model whose answers each report this share of one limit. */
function limited(shares: readonly number[], resetsAt = Date.parse('2026-01-01T00:00:00Z')): ModelProvider {
  const asked = model(shares.map((_, index) => (index < shares.length - 1 ? { calls: [{ name: 'Look' }] } : { text: 'Done.' })));
  let index = 0;
  return {
    name: 'test',
    async *stream(request, options) {
      const limit: RateLimit = { name: 'input-tokens', used: shares[index++] ?? 0, resetsAt };
      yield { type: 'rate_limits', limits: [limit] };
      yield* asked.stream(request, options);
    },
  };
}

it('rate limits are reported with each answer, with one warning at 80 %, and another after a fall (RETRY-06)', async () => {
  const shares = [0.5, 0.8, 0.93, 0.4, 0.851, 0.9];
  const { events, result } = await runAgent({ model: limited(shares), customTools: [reader('Look', () => 'seen')] });
  expect(result.text).toBe('Done.');
  expect(events.flatMap((event) => (event.type === 'rate_limits' ? event.limits.map(({ used }) => used) : []))).toEqual(shares);
  expect(events.flatMap((event) => (event.type === 'notice' ? [event.message] : []))).toEqual([
    '80 % of the rate limit input-tokens is used up, until 2026-01-01T00:00:00.000Z.',
    '85 % of the rate limit input-tokens is used up, until 2026-01-01T00:00:00.000Z.',
  ]);
});

it.each([1.7e18, Number.NaN])('a time of a limit that is none ends no run: %d', async (resetsAt) => {
  const { events, result } = await runAgent({ model: limited([0.9], resetsAt) });
  expect(result).toMatchObject({ outcome: 'success', text: 'Done.' });
  const notices = events.flatMap((event) => (event.type === 'notice' ? [event.message] : []));
  expect(notices).toEqual(['90 % of the rate limit input-tokens is used up.']);
});
