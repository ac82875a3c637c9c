import type { Message } from '@loadout/core/model';
import { responsesWire } from '@loadout/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { all, bodyAt, messageOf, mockSession, request, result, text, user } from '../openai.fixture.js';

const session = mockSession(responsesWire);
afterEach(session.close);
const start = (replies: Parameters<typeof session.start>[0], options = {}) =>
  session.start(replies, { api: 'responses', ...options });

describe('a request of the Responses API', () => {
  it('keeps nothing at the server and asks for encrypted reasoning', async () => {
    const { api, provider } = await start([{ text: 'ok' }], { preset: 'openai' });
    const more = {
      effort: 'high',
      thinking: { type: 'adaptive' as const },
      maxOutputTokens: 5,
      temperature: 1,
      parallelCalls: false,
    };
    await all(provider, request(undefined, more));
    expect(api.requests[0]?.body).toEqual({
      model: 'm',
      stream: true,
      store: false,
      include: ['reasoning.encrypted_content'],
      instructions: 'You are é.',
      max_output_tokens: 16,
      temperature: 1,
      reasoning: { effort: 'high', summary: 'auto' },
      parallel_tool_calls: false,
      prompt_cache_key: expect.stringContaining('loadout-'),
      tools: [expect.objectContaining({ type: 'function', name: 'Read', strict: false })],
      input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hi' }] }],
    });
  });

  it('asks a model that does not reason for no reasoning, unless compat says so', async () => {
    const { api, provider } = await start([{ text: 'ok' }]);
    await all(provider, request(undefined, { model: 'gpt-4.1-mini' }));
    const other = await start([{ text: 'ok' }], { compat: { encryptedReasoning: false } });
    await all(other.provider);
    expect([api.requests[0]?.body.include, other.api.requests[0]?.body.include]).toEqual([undefined, undefined]);
  });

  it('sends reasoning back with its encrypted content, without an id, directly before its call', async () => {
    const replies = [{ thinking: 'Hm.', tools: [{ name: 'Read', input: { file_path: 'a' } }] }, { text: 'ok' }];
    const { api, provider } = await start(replies);
    const answer = messageOf(await all(provider));
    const id = String((answer.content[1] as { id: string }).id);
    const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } };
    await all(provider, request([user(text('hi')), answer, user(result(id, [text('seen'), picture]))]));
    expect(api.invalid).toEqual([]);
    expect((bodyAt(api, 1).input as unknown[]).slice(1)).toEqual([
      { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm.' }], encrypted_content: expect.stringMatching(/^gAAA/) },
      { type: 'function_call', call_id: id, name: 'Read', arguments: '{"file_path":"a"}' },
      {
        type: 'function_call_output',
        call_id: id,
        output: [
          { type: 'input_text', text: 'seen' },
          { type: 'input_image', image_url: 'data:image/png;base64,aGk=' },
        ],
      },
    ]);
  });

  it('leaves out reasoning that led to nothing, which the API refuses', async () => {
    const lone: Message = Object.freeze({
      role: 'assistant',
      content: [
        text('ok'),
        {
          type: 'thinking',
          thinking: '',
          providerState: { item: { type: 'reasoning', summary: [], encrypted_content: 'gAAA' } },
        },
      ],
    });
    const { api, provider } = await start([{ text: 'ok' }]);
    await all(provider, request([user(text('hi')), lone, user(text('and?'))]));
    expect(api.invalid).toEqual([]);
  });
});
