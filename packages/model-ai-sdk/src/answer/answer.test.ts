import { afterEach, describe, expect, it } from 'vitest';
import { all, blocks, failure, fake, finish, removeFolders, request, text, usage } from '../fake-provider.test-kit.js';
import type { StreamPart } from '../model/language-model.js';
import { ownedBlock } from './owned-block.js';

afterEach(removeFolders);

const call = (fields: object): StreamPart => ({
  type: 'tool-call',
  toolCallId: 'c1',
  toolName: 'Read',
  input: '{"a":1}',
  ...fields,
});
const answerOf = async (parts: readonly StreamPart[], version = 'v3') => all(fake([parts], { version }).provider);
const blocksOf = async (parts: readonly StreamPart[], version = 'v3') =>
  blocks(await answerOf([...parts, finish()], version)).map(({ block }) => block);

describe('the answer', () => {
  it('begins with the name that the provider gives it, and streams text before its block', async () => {
    const events = await answerOf([{ type: 'response-metadata', id: 'r1', modelId: 'm-2' }, ...text('hello'), finish()]);
    expect(events).toEqual([
      { type: 'start', id: 'r1', model: 'm-2' },
      { type: 'text', text: 'hello' },
      { type: 'block', block: { type: 'text', text: 'hello' } },
      { type: 'end', stopReason: 'end_turn', usage: { input_tokens: 10, output_tokens: 5 } },
    ]);
  });

  it('keeps the data of a thought: the id of its beginning and the encrypted text of its end', async () => {
    const [block] = await blocksOf([
      { type: 'reasoning-start', id: 'r', providerMetadata: { openai: { itemId: 'rs_1', encrypted: null } } },
      { type: 'reasoning-delta', id: 'r', delta: 'hmm' },
      { type: 'reasoning-end', id: 'r', providerMetadata: { openai: { encrypted: 'xyz' } } },
    ]);
    expect(block).toEqual({
      type: 'thinking',
      thinking: 'hmm',
      providerState: { openai: { itemId: 'rs_1', encrypted: 'xyz' } },
    });
  });

  it('keeps a thought of no text that is signed, and drops one that is nothing', async () => {
    const signed = { type: 'reasoning-end', id: 'a', providerMetadata: { google: { thoughtSignature: 's' } } };
    expect(await blocksOf([{ type: 'reasoning-start', id: 'a' }, signed, { type: 'reasoning-start', id: 'b' }])).toEqual([
      { type: 'thinking', thinking: '', providerState: { google: { thoughtSignature: 's' } } },
    ]);
  });

  it('keeps an empty text that is signed for its provider alone', async () => {
    const state = { google: { thoughtSignature: 's' } };
    expect(
      await blocksOf([
        { type: 'text-start', id: 'a', providerMetadata: state },
        { type: 'text-end', id: 'a' },
      ]),
    ).toEqual([{ type: 'ai_sdk', part: { type: 'text', text: '', providerOptions: state } }]);
  });

  it('hands out a call as its provider completes it, with the data of its maker', async () => {
    expect(await blocksOf([call({ providerMetadata: { google: { thoughtSignature: 's' } } })])).toEqual([
      { type: 'tool_use', id: 'c1', name: 'Read', input: { a: 1 }, providerState: { google: { thoughtSignature: 's' } } },
    ]);
  });

  it.each(['{"a":', '[1]', '"x"', 'null'])('never runs an input that is no object: %s', async (input) => {
    const events = await answerOf([call({ input }), finish('tool-calls')]);
    expect(blocks(events)[0]).toMatchObject({ malformed: input, block: { input: {} } });
  });

  it.each(['', ' ', '{}'])('takes %j as a call without arguments', async (input) => {
    expect(blocks(await answerOf([call({ input }), finish()]))[0]).toEqual({
      type: 'block',
      block: { type: 'tool_use', id: 'c1', name: 'Read', input: {} },
    });
  });

  it('keeps a call that ran at the provider, and its result, as parts to send back', async () => {
    const result = { type: 'tool-result', toolCallId: 'c1', toolName: 'web', result: { hits: 1 } };
    const kept = await blocksOf([
      call({ toolName: 'web', providerExecuted: true }),
      { ...result, preliminary: true },
      { ...result, providerMetadata: { openai: { itemId: 'i' } } },
    ]);
    expect(kept).toEqual([
      { type: 'ai_sdk', part: { type: 'tool-call', toolCallId: 'c1', toolName: 'web', input: { a: 1 }, providerExecuted: true } },
      {
        type: 'ai_sdk',
        part: {
          type: 'tool-result',
          toolCallId: 'c1',
          toolName: 'web',
          output: { type: 'json', value: { hits: 1 } },
          providerOptions: { openai: { itemId: 'i' } },
        },
      },
    ]);
  });

  it.each([
    ['v3', 'aGk='],
    ['v3', new Uint8Array([104, 105])],
    ['v4', { type: 'data', data: 'aGk=' }],
  ])('takes a picture that the model made (%s)', async (version, data) => {
    expect(await blocksOf([{ type: 'file', mediaType: 'image/png', data }], version)).toEqual([
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } },
    ]);
  });

  it('keeps the parts that only version 4 has', async () => {
    const custom = { type: 'custom', kind: 'openai.compaction', providerMetadata: { openai: { id: 'x' } } };
    expect(await blocksOf([{ type: 'ping' }, custom], 'v4')).toEqual([
      { type: 'ai_sdk', part: { type: 'custom', kind: 'openai.compaction', providerOptions: { openai: { id: 'x' } } } },
    ]);
  });

  it('puts a text that its provider ends late before the call that came behind it', async () => {
    const state = { google: { thoughtSignature: 's' } };
    const parts: StreamPart[] = [{ type: 'text-start', id: '0' }, { type: 'text-delta', id: '0', delta: 'x' }, call({})];
    expect((await blocksOf([...parts, { type: 'text-end', id: '0' }])).map(({ type }) => type)).toEqual(['text', 'tool_use']);
    const late = await blocksOf([...parts, { type: 'text-end', id: '0', providerMetadata: state }]);
    expect(late[2]).toEqual({ type: 'ai_sdk', part: { type: 'text', text: '', providerOptions: state } });
  });

  it('ends a block that its provider left open', async () => {
    expect(
      await blocksOf([
        { type: 'text-start', id: '0' },
        { type: 'text-delta', id: '0', delta: 'x' },
      ]),
    ).toEqual([{ type: 'text', text: 'x' }]);
  });
});

describe('the end of an answer', () => {
  it.each([
    ['stop', [call({})], 'tool_use'],
    ['other', [call({})], 'tool_use'],
    ['tool-calls', text('x'), 'end_turn'],
    ['length', [call({})], 'max_tokens'],
    ['content-filter', text('x'), 'refusal'],
    ['tool-calls', [call({ providerExecuted: true })], 'end_turn'],
  ])('%s is read by the blocks', async (unified, parts, stopReason) => {
    expect((await answerOf([...parts, finish(unified)])).at(-1)).toMatchObject({ type: 'end', stopReason });
  });

  it.each([
    ['no figure', undefined, undefined],
    ['figures of nothing', { inputTokens: {}, outputTokens: {} }, undefined],
    ['no length of the answer', { inputTokens: { noCache: 1 }, outputTokens: {} }, undefined],
    [
      'a cache',
      { inputTokens: { total: 100, noCache: 10, cacheRead: 70, cacheWrite: 20 }, outputTokens: { total: 5, reasoning: 2 } },
      {
        input_tokens: 10,
        output_tokens: 5,
        cache_read_input_tokens: 70,
        cache_creation_input_tokens: 20,
        output_tokens_details: { thinking_tokens: 2 },
      },
    ],
    [
      'a total with the cache in it',
      { inputTokens: { total: 100, cacheRead: 70 }, outputTokens: { total: 5 } },
      { input_tokens: 30, output_tokens: 5, cache_read_input_tokens: 70 },
    ],
  ])('counts %s: what is not reported is unknown, never zero (COST-02)', async (_, reported, expected) => {
    const events = await answerOf([...text('x'), { ...finish(), usage: reported }]);
    expect(events.at(-1)).toEqual({ type: 'end', stopReason: 'end_turn', usage: expected });
  });

  it.each([
    ['no end at all', []],
    ['an end without a reason', [{ type: 'finish', usage, finishReason: { unified: 'other', raw: undefined } }]],
    ['an interruption', [finish('interrupted')]],
  ])('is a cut when there is %s (LOOP-02)', async (_, end) => {
    const { error } = await failure(fake([[...text('x'), ...end]], { version: 'v4' }).provider);
    expect(error.code).toBe('MODEL_STREAM_CUT');
  });

  it('is an error when the answer grows past its limit', async () => {
    const { provider } = fake([[...text('x'.repeat(50)), finish()]]);
    const stream = provider.stream(request(), { signal: new AbortController().signal, maxAnswerChars: 20 });
    await expect(collect(stream)).rejects.toMatchObject({ code: 'MODEL_ANSWER_TOO_LONG' });
  });
});

it('a part of a type that nobody knows has a type that a session takes', () => {
  expect(ownedBlock({ type: 'New-Kind/2' } as never)).toMatchObject({ type: 'ai_sdk_new_kind_2', part: { type: 'New-Kind/2' } });
});

async function collect(stream: AsyncIterable<unknown>): Promise<unknown[]> {
  const events: unknown[] = [];
  for await (const event of stream) events.push(event);
  return events;
}
