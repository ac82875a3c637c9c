import type { ModelPlan, ModelRequest } from '@loadout/core/model';
import { expect, it } from 'vitest';
import { worstCost } from './worst-cost.js';

const plan = (more: Partial<ModelPlan> = {}): ModelPlan => ({
  provider: 'p',
  id: 'm',
  price: { input: 1_000_000, output: 5_000_000 },
  ...more,
});
const user = (text: string) => ({ role: 'user' as const, content: [{ type: 'text' as const, text }] });
const answer = (model?: string) => ({
  role: 'assistant' as const,
  content: [{ type: 'text' as const, text: 'x'.repeat(9_000) }],
  ...(model === undefined ? {} : { origin: { provider: 'p', api: 'p', model } }),
});
const request = (more: Partial<ModelRequest> = {}): ModelRequest => ({
  model: 'm',
  system: [],
  tools: [],
  messages: [user('Hi.')],
  promptCache: 'off',
  ...more,
});
const inputOf = (asked: ModelRequest, { tokens, ...more }: Partial<ModelPlan> & { readonly tokens?: number } = {}) =>
  worstCost(asked, { plan: plan(more), measured: tokens === undefined ? undefined : { tokens, fixed: 2 } })?.inputUsd ?? 0;

it('a request without a price has no worst cost', () => {
  expect(worstCost(request(), { plan: plan({ price: undefined }), measured: undefined })).toBeUndefined();
});

it('the whole input counts as written to the cache, at the price of its lifetime', () => {
  const [off, short, long] = (['off', '5m', '1h'] as const).map((promptCache) => inputOf(request({ promptCache })));
  expect(short).toBeCloseTo((off ?? 0) * 1.25);
  expect(long).toBeCloseTo((off ?? 0) * 2);
  const given = inputOf(request({ promptCache: '5m' }), { price: { input: 1_000_000, output: 1, cacheWrite: 0 } });
  expect(given).toBeCloseTo(off ?? 0);
});

it('text that the model has counted is not estimated again, and new text is estimated from above', () => {
  const asked = request({ messages: [user('a'.repeat(3_000)), answer(), user('b'.repeat(3_000))] });
  expect(inputOf(asked, { tokens: 50 })).toBeGreaterThan(1_050);
  expect(inputOf(asked, { tokens: 50 })).toBeLessThan(1_200);
  expect(inputOf(asked)).toBeGreaterThan(5_000);
  expect(inputOf(request({ messages: [user('中'.repeat(1_000))] }))).toBeGreaterThan(1_000);
});

it('another model may count more tokens, but none more than its window', () => {
  const asked = (model: string) => request({ messages: [user('a'), answer(model), user('b')] });
  const [same, other] = [inputOf(asked('m'), { tokens: 10_000 }), inputOf(asked('n'), { tokens: 10_000 })];
  expect(other - same).toBeCloseTo(5_000);
  expect(inputOf(asked('n'), { tokens: 10_000, contextWindow: 12_000 })).toBeCloseTo(12_000);
  // The window cannot be smaller than what fitted into it, and what a project writes lowers no estimate (N4).
  expect(inputOf(asked('n'), { tokens: 10_000, contextWindow: 4_000 })).toBeCloseTo(same);
  expect(inputOf(request({ messages: [user('a'.repeat(9_000))] }), { contextWindow: 1 })).toBeGreaterThan(3_000);
});

it('a picture counts by its pixels, not by its bytes', () => {
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'A'.repeat(900_000) } };
  const tokens = inputOf(request({ messages: [{ role: 'user', content: [image] }] }));
  expect(tokens).toBeGreaterThan(5_000);
  expect(tokens).toBeLessThan(5_100);
});

it('the answer is as long as the request or the default allows, whatever its extra fields say (N2)', () => {
  const of = (more: Partial<ModelRequest>, id = 'm') =>
    worstCost(request(more), { plan: plan({ id }), measured: undefined })?.output;
  expect(of({})).toBe(16_384);
  expect(of({ maxOutputTokens: 500 })).toBe(500);
  expect(of({ maxOutputTokens: 500, extra: { max_tokens: 9_000 } })).toBe(500);
  expect(of({ thinking: { type: 'enabled', budget_tokens: 4_000 } })).toBe(20_384);
  expect(worstCost(request({ maxOutputTokens: 500 }), { plan: plan(), measured: undefined })?.least).toBe(500);
});
