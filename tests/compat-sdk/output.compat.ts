import type { Options } from '@loadout/sdk';
import { describe, expect, it } from 'vitest';
import { toolResults, wholeOf } from './lib/requests.js';
import { sdks } from './lib/sdks.js';
import { kinds, world } from './lib/world.js';

const outputFormat: Options['outputFormat'] = {
  type: 'json_schema',
  schema: { type: 'object', properties: { answer: { type: 'number' } }, required: ['answer'], additionalProperties: false },
};
const says = (input: object, id = 'toolu_o') => ({ tools: [{ name: 'StructuredOutput', input, id }] });

describe.each(sdks)('$name', (sdk) => {
  it('an answer that fits the schema ends the run with its data (LOOP-20)', async () => {
    const { api, ask } = await world([says({ answer: 42 })]);
    const { result } = await ask(sdk, 'how much?', { outputFormat });
    expect(result).toMatchObject({ subtype: 'success', structured_output: { answer: 42 }, result: '{"answer":42}' });
    expect(api.requests).toHaveLength(1);
  });

  it('one that does not fit is asked for again, with what is wrong (LOOP-20)', async () => {
    const { api, ask } = await world([
      says({ answer: 'many' }, 'toolu_1'),
      { text: 'It is 42.' },
      says({ answer: 42 }, 'toolu_2'),
    ]);
    const { result } = await ask(sdk, 'how much?', { outputFormat });
    expect(result).toMatchObject({ subtype: 'success', structured_output: { answer: 42 } });
    expect(toolResults(api.requests[1])).toEqual([expect.objectContaining({ is_error: true })]);
    expect(wholeOf(api.requests[2])).toContain('StructuredOutput');
  });

  it('without data there is never a success (LOOP-20)', async () => {
    const { ask } = await world(() => ({ text: 'It is 42.' }));
    const { result, thrown } = await ask(sdk, 'how much?', { outputFormat });
    expect(result).toMatchObject({
      subtype: 'error_max_structured_output_retries',
      is_error: true,
      errors: [expect.any(String)],
      terminal_reason: 'structured_output_retry_exhausted',
    });
    expect(result).not.toHaveProperty('structured_output');
    if (sdk.name.startsWith('the official')) expect(thrown?.message).toContain('Claude Code returned an error result');
  });

  it('partial messages are those of the API, before the whole block (LOOP-21)', async () => {
    const { ask } = await world([{ text: ['Hel', 'lo.'] }]);
    const { messages } = await ask(sdk, 'Hi', { includePartialMessages: true });
    const events = messages.flatMap((message) => (message.type === 'stream_event' ? [message.event as { type: string }] : []));
    expect(events.map(({ type }) => type).filter((type) => type !== 'ping')).toEqual([
      'message_start',
      'content_block_start',
      'content_block_delta',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ]);
    const order = kinds(messages).filter((kind) => kind !== 'stream_event');
    expect(order).toEqual(['system/init', 'system/status', 'assistant', 'result/success']);
    expect(kinds(messages).indexOf('assistant')).toBeLessThan(kinds(messages).lastIndexOf('stream_event'));
    expect(messages.find(({ type }) => type === 'stream_event')).toMatchObject({
      ttft_ms: expect.any(Number),
      parent_tool_use_id: null,
    });
  });

  it('each block of a message is a message of its own, with the id of the whole (CTRL-15)', async () => {
    const { ask } = await world([
      { thinking: 'Hm.', text: 'I look.', tools: [{ name: 'Bash', input: { command: 'pwd' }, id: 'toolu_b' }] },
      { text: 'Done.' },
    ]);
    const { messages, result } = await ask(sdk, 'go');
    const said = messages.flatMap((message) => (message.type === 'assistant' ? [message.message] : []));
    expect(said.map(({ content }) => content.map(({ type }) => type))).toEqual([['thinking'], ['text'], ['tool_use'], ['text']]);
    expect(new Set(said.map(({ id }) => id)).size).toBe(2);
    expect(new Set(said.map(({ stop_reason }) => stop_reason))).toEqual(new Set([null]));
    expect(result).toMatchObject({
      usage: { input_tokens: 200, output_tokens: 40 },
      modelUsage: {
        'claude-sonnet-4-5': { inputTokens: 200, outputTokens: 40, costUSD: expect.any(Number), contextWindow: 200_000 },
      },
      total_cost_usd: expect.any(Number),
    });
  });

  it('maxTurns ends with the calls of the last turn answered (LOOP-08)', async () => {
    const loop = (_: unknown, index: number) => ({ tools: [{ name: 'Bash', input: { command: 'pwd' }, id: `toolu_${index}` }] });
    const { ask } = await world(loop);
    const { messages, result, thrown } = await ask(sdk, 'go', { maxTurns: 2 });
    expect(result).toMatchObject({
      subtype: 'error_max_turns',
      is_error: true,
      terminal_reason: 'max_turns',
      errors: [expect.stringContaining('2')],
    });
    expect(messages.filter(({ type }) => type === 'user').length).toBe(
      messages.filter(({ type }) => type === 'assistant').length,
    );
    if (sdk.name.startsWith('the official')) expect(thrown?.message).toContain('Claude Code returned an error result');
  });

  it('maxBudgetUsd ends the run (LOOP-19)', async () => {
    const loop = (_: unknown, index: number) => ({
      tools: [{ name: 'Bash', input: { command: 'pwd' }, id: `toolu_${index}` }],
      usage: { input_tokens: 1_000_000, output_tokens: 1 },
    });
    const { ask } = await world(loop);
    const { result } = await ask(sdk, 'go', { maxBudgetUsd: 5 });
    expect(result).toMatchObject({
      subtype: 'error_max_budget_usd',
      is_error: true,
      terminal_reason: 'budget_exhausted',
      errors: [expect.stringContaining('5')],
    });
    // The next request would exceed the limit, so it is not made. The reference program exceeds it by that request.
    expect(result.total_cost_usd).toBeGreaterThan(2);
    expect(result.total_cost_usd).toBeLessThan(5);
  });
});
