import { describe, expect, it } from 'vitest';
import { contextWindowOf, modelId, mostOutputOf, priceOf, thinkingOf, windowBetas } from './models.js';

describe('the name of a model (MODEL-01)', () => {
  it.each([
    ['opus', {}, 'claude-opus-5-5'],
    ['haiku', { ANTHROPIC_DEFAULT_HAIKU_MODEL: 'mine' }, 'mine'],
    ['claude-x-1', {}, 'claude-x-1'],
    ['sonnet[1m]', {}, 'claude-sonnet-5-5'],
    ['', { ANTHROPIC_MODEL: 'claude-y' }, 'claude-y'],
    [undefined, { ANTHROPIC_MODEL: 'haiku' }, 'claude-haiku-5-5'],
    ['default', { ANTHROPIC_MODEL: 'claude-y' }, 'claude-opus-5-5'],
    ['default', { ANTHROPIC_DEFAULT_MODEL: 'claude-z' }, 'claude-z'],
    ['best', {}, 'claude-opus-5-5'],
    [undefined, {}, 'claude-opus-5-5'],
  ])('%s resolves to its model', (name, env, id) => expect(modelId(name, env)).toBe(id));

  it('determines the context window', () => {
    const env = { ANTHROPIC_DEFAULT_SONNET_MODEL: 'claude-sonnet-4-5' };
    expect([contextWindowOf('sonnet'), contextWindowOf('sonnet', { env }), contextWindowOf('x')]).toEqual([
      1_000_000, 200_000, 200_000,
    ]);
    expect([contextWindowOf('x[1m]'), contextWindowOf('x', { betas: ['context-1m-2025-08-07'] })]).toEqual([
      1_000_000, 1_000_000,
    ]);
    expect([mostOutputOf('claude-opus-5-5'), mostOutputOf('claude-sonnet-4-5-20250929'), mostOutputOf('x')]).toEqual([
      128_000,
      32_000,
      undefined,
    ]);
  });
});

describe('the long window of a model (GAP-C3)', () => {
  const variable = { ANTHROPIC_DEFAULT_SONNET_MODEL: 'claude-sonnet-4-5[1m]' };

  it.each([
    ['claude-sonnet-4-5[1m]', {}, 'claude-sonnet-4-5'],
    ['sonnet[1m]', { ANTHROPIC_DEFAULT_SONNET_MODEL: 'claude-sonnet-4-5' }, 'claude-sonnet-4-5'],
    ['sonnet', variable, 'claude-sonnet-4-5'],
    ['opusplan[1m]', variable, 'claude-sonnet-4-5'],
    ['', { ANTHROPIC_MODEL: 'claude-sonnet-4-5[1M]' }, 'claude-sonnet-4-5'],
  ])('%s with %j is a million tokens with the beta that opens it, under the name of the API', (name, env, id) => {
    expect([modelId(name, env), windowBetas(name, env), contextWindowOf(name, { env })]).toEqual([
      id,
      ['context-1m-2025-08-07'],
      1_000_000,
    ]);
  });

  it.each(['opus[1m]', 'claude-sonnet-5-5', 'claude-sonnet-4-5'])('%s needs no beta', (name) => {
    expect(windowBetas(name, {})).toEqual([]);
  });
});

describe('a model that decides itself how long to think (LOOP-10)', () => {
  it('thinks by default, and other models only if requested', () => {
    expect([thinkingOf('claude-opus-5-5'), thinkingOf('claude-sonnet-4-5'), thinkingOf('x')]).toEqual([
      { type: 'adaptive' },
      undefined,
      undefined,
    ]);
  });
});

describe('the price of a model (COST-03)', () => {
  it('is that of the longest matching prefix, and an own price takes precedence', () => {
    expect(priceOf('claude-opus-4-5-20251101')).toEqual({ input: 5, output: 25 });
    expect(priceOf('claude-opus-4-20250514')).toEqual({ input: 15, output: 75 });
    expect(priceOf('claude-opus-4-5', { 'claude-opus': { input: 1, output: 2 } })).toEqual({ input: 1, output: 2 });
    expect(priceOf('someone-else')).toBeUndefined();
  });
});
