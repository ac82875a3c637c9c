import type { Message, ModelEvent } from '@loadout/core/model';
import { afterEach, describe, expect, it } from 'vitest';
import { all, blocks, mockSession, request } from '../mock-session.fixture.js';

const session = mockSession();
afterEach(session.close);

describe('the assembly of an answer', () => {
  it('gives start, text, blocks and end in order, with usage from both ends of the stream (LOOP-02, COST-02)', async () => {
    const usage = { input_tokens: 7, output_tokens: 9, cache_read_input_tokens: 5, cache_creation_input_tokens: 3 };
    const events = await all(
      await session.start([{ text: ['he', 'llo'], tools: [{ name: 'Read', input: { a: 1 }, id: 't1' }], usage, model: 'real' }]),
    );
    expect(events).toEqual([
      {
        type: 'start',
        id: expect.any(String),
        model: 'real',
        requestId: expect.stringMatching(/^req_/),
        usage: expect.objectContaining({ input_tokens: 7 }),
      },
      { type: 'text', text: 'he' },
      { type: 'text', text: 'llo' },
      { type: 'block', block: { type: 'text', text: 'hello' } },
      { type: 'block', block: { type: 'tool_use', id: 't1', name: 'Read', input: { a: 1 } } },
      { type: 'end', stopReason: 'tool_use', usage },
    ]);
  });

  it('puts a tool input together wherever its JSON is split', async () => {
    const raw = '{"command":"echo \\"é🦊\\"","n":[1,{"x":null}]}';
    const splits = Array.from({ length: raw.length + 1 }, (_, at) => [raw.slice(0, at), raw.slice(at)]);
    const from = await session.start([...splits, [...raw]].map((rawInput) => ({ tools: [{ name: 'Bash', rawInput }] })));
    for (const _ of [...splits, 'each']) {
      const [block] = blocks(await all(from));
      expect(block).toMatchObject({ input: { command: 'echo "é🦊"', n: [1, { x: null }] } });
    }
  });

  it('takes no input at all as {}', async () => {
    expect(blocks(await all(await session.start([{ tools: [{ name: 'Now', rawInput: '' }] }])))[0]).toMatchObject({ input: {} });
  });

  it.each(['{"command":"ls', '{"a":1}}', '"text"', '[1]', '{"a":1,}'])(
    'hands on %s as malformed, never as input (LOOP-03)',
    async (raw) => {
      const events = await all(await session.start([{ tools: [{ name: 'Bash', rawInput: raw }], stopReason: 'max_tokens' }]));
      expect(events.find((event) => event.type === 'block')).toMatchObject({
        block: { name: 'Bash', input: {} },
        malformed: raw,
      });
    },
  );

  it('yields a block as soon as it is complete, while the stream is still open (LOOP-26)', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const from = await session.start([
      { tools: [{ name: 'Read' }], text: 'x', hold: (index) => (index === 1 ? held : Promise.resolve()) },
    ]);
    const stream = from.stream(request(), { signal: new AbortController().signal })[Symbol.asyncIterator]();
    const seen: ModelEvent[] = [];
    while (blocks(seen).length < 2) seen.push((await stream.next()).value);
    expect(blocks(seen)[1]).toMatchObject({ type: 'tool_use', name: 'Read' });
    release();
    expect((await stream.next()).value).toMatchObject({ type: 'end' });
    expect((await stream.next()).done).toBe(true);
  });

  it.each([
    'end_turn',
    'tool_use',
    'max_tokens',
    'stop_sequence',
    'pause_turn',
    'refusal',
    'model_context_window_exceeded',
    'a_new_one',
  ])('passes on the stop reason %s (LOOP-04)', async (stopReason) => {
    expect((await all(await session.start([{ text: 'x', stopReason }]))).at(-1)).toMatchObject({ type: 'end', stopReason });
  });

  it('keeps thinking with its signature, server tools and made-up blocks, and sends them back untouched (LOOP-09, LOOP-31)', async () => {
    const content = [
      { type: 'thinking', thinking: 'hm é', signature: 'U2lnbmF0dXJl+/=' },
      { type: 'redacted_thinking', data: 'b3BhcXVl' },
      { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'x' } },
      { type: 'web_search_tool_result', tool_use_id: 's1', content: [{ type: 'web_search_result', url: 'u' }] },
      { type: 'made_up', deep: { list: [1, 'zwei', null] } },
      { type: 'tool_use', id: 't1', name: 'Read', input: {}, caller: { type: 'direct' } },
    ];
    const from = await session.start([{ blocks: content, chunkChars: 1 }, { text: 'done' }]);
    const first = blocks(await all(from));
    expect(first).toEqual(content);
    const messages: Message[] = [
      ...request().messages,
      { role: 'assistant', content: first },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'ok' }] },
    ];
    await all(from, request(messages));
    expect(session.api.requests[1]?.body.messages[1]?.content).toEqual(content);
    expect(session.api.invalid).toEqual([]);
  });

  it('adds deltas that it does not know by their shape, citations to their text, and drops an empty text', async () => {
    const block = (index: number, content_block: object, ...deltas: object[]) => [
      { type: 'content_block_start', index, content_block },
      ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ];
    const events = [
      { type: 'message_start', message: { id: 'm', model: 'x', usage: { input_tokens: 1, output_tokens: 1 } } },
      { type: 'never_heard_of' },
      ...block(0, { type: 'text', text: '', citations: null }),
      ...block(
        1,
        { type: 'new', part: '', list: [] },
        { type: 'new_delta', part: 'a', list: [1] },
        { type: 'new_delta', part: 'b', list: [2], more: {} },
      ),
      ...block(
        2,
        { type: 'text', text: '', citations: [] },
        { type: 'citations_delta', citation: { url: 'u' } },
        { type: 'text_delta', text: 't' },
      ),
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 4, input_tokens: null } },
      { type: 'message_stop' },
    ];
    const seen = await all(await session.start([{ events }]));
    expect(blocks(seen)).toEqual([
      { type: 'new', part: 'ab', list: [1, 2], more: {} },
      { type: 'text', text: 't', citations: [{ url: 'u' }] },
    ]);
    expect(seen.at(-1)).toMatchObject({ usage: { input_tokens: 1, output_tokens: 4 } });
  });
});
