import type { Reply } from '@loadout/testing';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { all, blocks, failure, mockSession, request, soon } from '../mock-session.fixture.js';

const session = mockSession();
afterEach(session.close);

describe('a stream that breaks', () => {
  it('is asked for again while nothing of it was shown (RETRY-05)', async () => {
    const from = await session.start([{ fault: { status: 500, headers: soon } }, { text: 'ok' }]);
    const events = await all(from);
    expect(events[0]).toEqual({ type: 'retry', attempt: 1, delayMs: 1, reason: '500 api_error', status: 500 });
    expect(events.filter((event) => event.type === 'start')).toHaveLength(1);
    expect(session.api.requests).toHaveLength(2);
  });

  it.each<[string, Reply]>([
    ['in a block', { text: ['shown ', 'never'], fault: { cutAfterBytes: 600 } }],
    ['between blocks', { text: 'a', tools: [{ name: 'Read' }], fault: { cutAfterBlocks: 1 } }],
    ['before its stop', { text: 'a', fault: { cutAfterBlocks: 1 } }],
  ])('%s after something was shown is an error, and never half a block (MODEL_STREAM_CUT)', async (_, reply) => {
    const { error, events } = await failure(await session.start([reply]));
    expect(error.code).toBe('MODEL_STREAM_CUT');
    expect(blocks(events).every((block) => block.type === 'text')).toBe(true);
    expect(events.some((event) => event.type === 'end' || event.type === 'retry')).toBe(false);
    expect(session.api.requests).toHaveLength(1);
  });

  it.each<[string, Reply]>([
    ['a cut before any block', { text: 'a', fault: { cutAfterBlocks: 0 } }],
    ['an overload inside of a 200', { text: 'a', fault: { errorEvent: { type: 'overloaded_error', message: 'busy' } } }],
  ])('%s is retried, after a backoff that an abort ends at once (RETRY-03)', async (_, reply) => {
    const from = await session.start([reply, { text: 'ok' }]);
    const controller = new AbortController();
    const stream = from.stream(request(), { signal: controller.signal })[Symbol.asyncIterator]();
    expect((await stream.next()).value).toMatchObject({ type: 'retry', attempt: 1, status: undefined });
    const next = stream.next();
    controller.abort();
    await expect(next).rejects.toMatchObject({ code: 'MODEL_ABORTED' });
    expect(session.api.requests).toHaveLength(1);
  });

  it('with an error event after a block is an error of its kind', async () => {
    const errorEvent = { type: 'overloaded_error', message: 'busy' };
    const { error, events } = await failure(await session.start([{ text: 'a', fault: { errorEvent, afterBlocks: 1 } }]));
    expect([error.code, blocks(events).length]).toEqual(['MODEL_OVERLOADED', 1]);
  });

  it.each<[string, readonly object[]]>([
    [
      'an unclosed block',
      [{ type: 'content_block_start', index: 0, content_block: { type: 'text', text: 'a' } }, { type: 'message_stop' }],
    ],
    ['no stop reason', [{ type: 'message_stop' }]],
    ['a delta for no block', [{ type: 'content_block_delta', index: 3, delta: { type: 'text_delta', text: 'x' } }]],
    ['a block that has no content', [{ type: 'content_block_start', index: 0 }]],
    [
      'a block that begins twice',
      [0, 0].map((index) => ({ type: 'content_block_start', index, content_block: { type: 'text' } })),
    ],
    ...[undefined, null, 'x', { type: 'text_delta', text: {} }, { type: 'input_json_delta' }].map(
      (delta): [string, readonly object[]] => [
        `the delta ${JSON.stringify(delta)}`,
        [
          { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
          { type: 'content_block_delta', index: 0, delta },
        ],
      ],
    ),
  ])('with %s is refused', async (_, rest) => {
    const message = { type: 'message_start', message: { id: 'm', model: 'x', usage: {} } };
    const { error } = await failure(await session.start([{ events: [message, ...rest] as never }], { maxRetries: 0 }));
    expect(error.code).toMatch(/^MODEL_STREAM_(CUT|INVALID)$/);
  });

  const START = { type: 'message_start', message: { id: 'm', model: 'x', usage: { input_tokens: 3 } } };
  const BLOCK = [
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'a' } },
  ];
  const CLOSED = { type: 'content_block_stop', index: 0 };
  const reasoned = (usage?: object) => ({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage });

  it('that ends after the stop reason and the usage, without the last event, is complete (GAP-D3)', async () => {
    const events = [START, ...BLOCK, CLOSED, reasoned({ output_tokens: 5 })];
    const seen = await all(await session.start([{ events: events as never }]));
    expect(seen.map(({ type }) => type)).toEqual(['start', 'text', 'block', 'end']);
    expect(seen.at(-1)).toMatchObject({ stopReason: 'end_turn', usage: { input_tokens: 3, output_tokens: 5 } });
  });

  it.each<[string, readonly object[]]>([
    ['the usage', [START, ...BLOCK, CLOSED, reasoned()]],
    ['the stop reason', [START, ...BLOCK, CLOSED, { type: 'message_delta', delta: {}, usage: { output_tokens: 5 } }]],
    ['the end of a block', [START, ...BLOCK, reasoned({ output_tokens: 5 })]],
  ])('that ends without the last event and without %s is cut off (GAP-D3)', async (_, events) => {
    const { error } = await failure(await session.start([{ events: events as never }]));
    expect(error.code).toBe('MODEL_STREAM_CUT');
  });

  it.each([undefined, null, 'x'])('with a beginning that has the message %j is refused', async (message) => {
    const { error } = await failure(await session.start([{ events: [{ type: 'message_start', message }] as never }]));
    expect(error.code).toBe('MODEL_STREAM_INVALID');
  });

  it('ends with its message: nothing behind it is taken', async () => {
    const call = { type: 'tool_use', id: 't', name: 'Write', input: {} };
    const late = [
      { type: 'content_block_start', index: 0, content_block: call },
      { type: 'content_block_stop', index: 0 },
    ];
    const events = [
      { type: 'message_start', message: { id: 'm', model: 'x', usage: {} } },
      ...late,
      { type: 'message_delta', delta: { stop_reason: 'tool_use' } },
      { type: 'message_stop' },
      ...late,
    ];
    const seen = await all(await session.start([{ events: events as never }]));
    expect(seen.map(({ type }) => type)).toEqual(['start', 'block', 'end']);
  });

  it('is given up when no byte comes for timeoutSeconds', async () => {
    const from = await session.start([{ text: 'a', hold: new Promise(() => {}) }], { timeoutSeconds: 60 });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const stream = from.stream(request(), { signal: new AbortController().signal })[Symbol.asyncIterator]();
    for (let event = await stream.next(); event.value?.type !== 'block'; event = await stream.next())
      expect(event.done).toBe(false);
    const next = stream.next();
    vi.advanceTimersByTime(60_000);
    await expect(next).rejects.toMatchObject({
      code: 'MODEL_TIMEOUT',
      message: expect.stringContaining('sent nothing for 60 s'),
    });
    await session.api.requests[0]?.disconnected;
  });
});
