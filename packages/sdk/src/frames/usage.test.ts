import { describe, expect, it } from 'vitest';
import { modelUsage, NO_USAGE, sum } from './usage.js';

describe('the usage of a turn (LOOP-23)', () => {
  it('has all the fields that programs read, from the first answer on', () => {
    expect(sum(NO_USAGE, { input_tokens: 3, output_tokens: 2 })).toEqual({
      input_tokens: 3,
      output_tokens: 2,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      output_tokens_details: { thinking_tokens: 0 },
      server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 },
      service_tier: 'standard',
      cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
      inference_geo: '',
      iterations: [],
      speed: 'standard',
      fallback_credit: null,
    });
  });

  it("adds up the usage of each answer, including the provider's searches", () => {
    const one = {
      input_tokens: 1,
      output_tokens: 1,
      cache_creation_input_tokens: 10,
      cache_creation: { ephemeral_1h_input_tokens: 4 },
      output_tokens_details: { thinking_tokens: 5 },
      server_tool_use: { web_search_requests: 2 },
    };
    expect(sum(sum(NO_USAGE, one), { ...one, service_tier: 'priority' })).toMatchObject({
      input_tokens: 2,
      cache_creation_input_tokens: 20,
      cache_creation: { ephemeral_5m_input_tokens: 12, ephemeral_1h_input_tokens: 8 },
      output_tokens_details: { thinking_tokens: 10 },
      server_tool_use: { web_search_requests: 4, web_fetch_requests: 0 },
      service_tier: 'priority',
    });
  });

  it('of each model contains its cost, and marks an unknown price (COST-01, COST-02)', () => {
    const usage = { input_tokens: 1, output_tokens: 2, server_tool_use: { web_search_requests: 3 } };
    const models = { known: { usage, costUsd: 0.5 }, other: { usage, costUsd: null } };
    expect(modelUsage(models, () => ({ contextWindow: 200_000 }))).toMatchObject({
      known: {
        outputTokens: 2,
        webSearchRequests: 3,
        costUSD: 0.5,
        costBasis: 'list',
        contextWindow: 200_000,
        canonicalModel: 'known',
      },
      other: { costUSD: 0, costBasis: 'unknown' },
    });
  });
});
