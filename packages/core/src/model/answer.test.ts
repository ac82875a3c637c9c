import { describe, expect, it } from 'vitest';
import { readUsage } from './answer.js';

describe('the usage of an answer', () => {
  it('is returned as the provider reports it', () => {
    const usage = {
      input_tokens: 7,
      output_tokens: 9,
      cache_read_input_tokens: 5,
      cache_creation_input_tokens: 3,
      cache_creation: { ephemeral_1h_input_tokens: 3 },
      server_tool_use: { web_search_requests: 1 },
      service_tier: 'standard',
    };
    expect(readUsage(usage)).toEqual(usage);
    expect(readUsage({ input_tokens: 0, output_tokens: 1, cache_read_input_tokens: 4 })).toBeDefined();
    expect(readUsage({ input_tokens: 1, output_tokens: 0, cache_read_input_tokens: null })).toBeDefined();
  });

  it.each([
    ['missing', undefined],
    ['null', null],
    ['a text', 'many'],
    ['a list', [1, 2]],
    ['empty', {}],
    ['without output tokens', { input_tokens: 3 }],
    ['without input tokens', { output_tokens: 3 }],
    ['of texts', { input_tokens: '3', output_tokens: '4' }],
    ['of fractions', { input_tokens: 3.5, output_tokens: 4 }],
    ['negative', { input_tokens: -1_000_000, output_tokens: 4 }],
    ['negative in the cache', { input_tokens: 3, output_tokens: 4, cache_read_input_tokens: -5 }],
    ['negative in a part of the cache', { input_tokens: 3, output_tokens: 4, cache_creation: { ephemeral_1h_input_tokens: -9 } }],
    ['more than can be counted', { input_tokens: Number.MAX_VALUE, output_tokens: 4 }],
    ['not a number', { input_tokens: Number.NaN, output_tokens: 4 }],
    ['of a request without a token', { input_tokens: 0, output_tokens: 12 }],
  ])('is unknown if it is %s (F5, F16)', (_, reported) => expect(readUsage(reported)).toBeUndefined());

  it('keeps its counts when only a detail is odd', () => {
    expect(readUsage({ input_tokens: 1, output_tokens: 2, output_tokens_details: { thinking_tokens: '7' } })).toEqual({
      input_tokens: 1,
      output_tokens: 2,
    });
  });
});
