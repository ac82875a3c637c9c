import { describe, expect, it } from 'vitest';
import { addUsage, costOf, holdCall, NOTHING_USED } from './usage.js';

const million = 1_000_000;
const price = { input: 2, output: 10 };

describe('the cost of an answer (COST-02)', () => {
  it.each([
    ['input and output', { input_tokens: million, output_tokens: million }, 12],
    ['a cache write of five minutes, 1.25 times', { cache_creation_input_tokens: million }, 2.5],
    [
      'one of an hour, twice',
      { cache_creation_input_tokens: million, cache_creation: { ephemeral_1h_input_tokens: million } },
      4,
    ],
    ['both', { cache_creation_input_tokens: million, cache_creation: { ephemeral_1h_input_tokens: million / 2 } }, 3.25],
    ['a cache read, a tenth', { cache_read_input_tokens: million }, 0.2],
  ])('%s', (_, usage, dollars) => {
    expect(costOf({ input_tokens: 0, output_tokens: 0, ...usage }, price)).toBeCloseTo(dollars, 10);
  });

  it('uses the price for long prompts, if the model has one; cached tokens are part of the prompt', () => {
    const longer = { ...price, long: { over: 1000, input: 20, output: 100 } };
    const usage = { input_tokens: 500, output_tokens: 10, cache_read_input_tokens: 500 };
    expect(costOf(usage, longer)).toBeCloseTo((500 * 2 + 10 * 10 + 500 * 0.2) / million, 12);
    // A cache price of its own rises as the price of input does.
    const cached = { ...longer, cacheRead: 0.1 };
    expect(costOf({ ...usage, cache_read_input_tokens: 501 }, cached)).toBeCloseTo((500 * 20 + 10 * 100 + 501 * 1) / million, 12);
    expect(costOf({ ...usage, cache_read_input_tokens: 501 }, longer)).toBeCloseTo((500 * 20 + 10 * 100 + 501 * 2) / million, 12);
  });

  it('is unknown without a price, and so is any sum with it', () => {
    const usage = { input_tokens: 1, output_tokens: 1 };
    expect(costOf(usage, undefined)).toBeNull();
    const all = addUsage(addUsage(NOTHING_USED, usage, { id: 'a', price }), usage, { id: 'b' });
    expect([all.costUsd, all.models.a?.costUsd, all.models.b?.costUsd]).toEqual([null, 12 / million, null]);
  });

  it('adds up uses of the provider’s own tools', () => {
    const usage = { input_tokens: 1, output_tokens: 1, server_tool_use: { web_search_requests: 2 } };
    const all = addUsage(addUsage(NOTHING_USED, usage, { id: 'a' }), { input_tokens: 1, output_tokens: 1 }, { id: 'a' });
    expect(all.usage.server_tool_use).toEqual({ web_search_requests: 2, web_fetch_requests: 0 });
  });
});

describe('the places of calls in a limit', () => {
  const run = (parent?: Parameters<typeof holdCall>[0], toolCalls?: number): Parameters<typeof holdCall>[0] => ({
    spec: { limits: { toolCalls } },
    counts: { earlier: { toolCalls: 0 }, toolCalls: 0, openCalls: 0, keptCalls: 0 },
    parent,
  });

  it('agents side by side share those of the agent above: an ended call gives its place back, and a deferred one keeps it', () => {
    const above = run(undefined, 2);
    const [one, other] = [run(above), run(above)];
    const first = holdCall(one);
    const second = holdCall(other);
    expect([first.refused, second.refused]).toEqual([undefined, undefined]);
    expect(holdCall(other).refused).toContain('2 tool calls');
    const message = new AbortController();
    first.keep(message.signal);
    expect(holdCall(other).refused).toBeDefined();
    second.release();
    expect(holdCall(other).refused).toBeUndefined();
    expect([above.counts, one.counts]).toMatchObject([
      { openCalls: 1, keptCalls: 1 },
      { openCalls: 0, keptCalls: 1 },
    ]);
    message.abort();
    expect([above.counts.keptCalls, one.counts.keptCalls]).toEqual([0, 0]);
  });
});
