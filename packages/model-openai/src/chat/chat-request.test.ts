import type { Message } from '@loadout/core/model';
import { chatWire, chatWireOf } from '@loadout/testing';
import { afterEach, describe, expect, it } from 'vitest';
import type { OpenAiOptions } from '../connection/options.js';
import { all, blocks, bodyAt, messageOf, mockSession, request, result, text, user } from '../openai.fixture.js';

const session = mockSession(chatWire);
afterEach(session.close);
const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } };

/** The body of one request. */
async function sent(of: ReturnType<typeof request>, options: OpenAiOptions = {}): Promise<Record<string, unknown>> {
  const { api, provider } = await session.start([{ text: 'ok' }], { api: 'chat', ...options });
  await all(provider, of);
  expect(api.invalid).toEqual([]);
  return bodyAt(api, 0);
}

const calls: Message = Object.freeze({
  role: 'assistant',
  content: [
    { type: 'thinking', thinking: 'Hm.' },
    text('Let me look.'),
    { type: 'tool_use', id: 'toolu_1', name: 'Read', input: { file_path: 'a' } },
    { type: 'tool_use', id: 'toolu_2', name: 'Read', input: {} },
  ],
});

describe('a request of Chat Completions', () => {
  it('has the shape that every server takes, if nobody knows the server', async () => {
    expect(await sent(request(undefined, { maxOutputTokens: 9, temperature: 0, effort: 'low', parallelCalls: false }))).toEqual({
      model: 'm',
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 9,
      temperature: 0,
      reasoning_effort: 'low',
      tools: [
        {
          type: 'function',
          function: {
            name: 'Read',
            description: 'Reads.',
            parameters: { type: 'object', properties: { file_path: { type: 'string' } } },
          },
        },
      ],
      messages: [
        { role: 'system', content: 'You are é.' },
        { role: 'user', content: 'hi' },
      ],
    });
  });

  it('has what OpenAI alone takes for the preset of OpenAI', async () => {
    const more = { maxOutputTokens: 9, parallelCalls: false, promptCache: '5m' } as const;
    const body = await sent(request(undefined, more), { preset: 'openai' });
    expect(body).toMatchObject({
      max_completion_tokens: 9,
      parallel_tool_calls: false,
      prompt_cache_key: expect.stringContaining('loadout-'),
    });
    expect(body).toMatchObject({ messages: [{ role: 'developer' }, {}], tools: [{ function: { strict: false } }] });
    expect(await sent(request(undefined, { promptCache: 'off' }), { preset: 'openai' })).not.toHaveProperty('prompt_cache_key');
  });

  it('gives each result a message, and pictures one of the user behind all results', async () => {
    const results = user(result('toolu_2', [text('seen'), picture]), result('toolu_1', 'no', true), text('Go on.'));
    const { messages } = await sent(request([user(text('hi')), calls, results]));
    expect((messages as unknown[]).slice(2)).toEqual([
      {
        role: 'assistant',
        content: 'Let me look.',
        tool_calls: [
          { id: 'toolu_1', type: 'function', function: { name: 'Read', arguments: '{"file_path":"a"}' } },
          { id: 'toolu_2', type: 'function', function: { name: 'Read', arguments: '{}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'toolu_2', content: 'seen' },
      { role: 'tool', tool_call_id: 'toolu_1', content: 'Error: no' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'From the result of toolu_2:' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' } },
          { type: 'text', text: 'Go on.' },
        ],
      },
    ]);
  });

  it('keeps all that was sent before, byte for byte (POOL-17)', async () => {
    const turns = [
      user(text('1')),
      calls,
      user(result('toolu_1', 'a'), result('toolu_2', 'b')),
      Object.freeze({ role: 'assistant' as const, content: [text('ok')] }),
      user(text('2')),
    ];
    const { api, provider } = await session.start([{ text: 'a' }, { text: 'b' }, { text: 'c' }], { api: 'chat' });
    for (const length of [1, 3, 5]) await all(provider, request(turns.slice(0, length)));
    const [first = '', second = '', third = ''] = api.requests.map(({ raw }) => raw.toString().slice(0, -2));
    expect([second.startsWith(first), third.startsWith(second)]).toEqual([true, true]);
  });

  it('puts a message between results and a user, and ids in nine letters, where Mistral demands it', async () => {
    const wire = chatWireOf({ refuses: ['user behind tool', 'ids that are not 9 letters and digits', 'stream_options'] });
    const mistral = mockSession(wire);
    const { api, provider } = await mistral.start([{ text: 'ok' }], { preset: 'mistral' });
    await all(
      provider,
      request([user(text('hi')), calls, user(result('toolu_1', 'a'), result('toolu_2', 'b'), text('And now?'))]),
    );
    expect(api.invalid).toEqual([]);
    await mistral.close();
  });

  it('sends thinking back with calls where DeepSeek demands it, also for calls made elsewhere', async () => {
    const deepseek = mockSession(chatWireOf({ refuses: ['calls without reasoning_content'] }));
    const bare: Message = Object.freeze({
      role: 'assistant',
      content: [{ type: 'tool_use', id: 'toolu_3', name: 'Read', input: {} }],
    });
    const results = user(result('toolu_1', 'a'), result('toolu_2', 'b'));
    const { api, provider } = await deepseek.start([{ text: 'ok' }], { preset: 'deepseek' });
    await all(provider, request([user(text('hi')), calls, results, bare, user(result('toolu_3', 'c'))]));
    const fields = bodyAt(api, 0).messages.flatMap((message) => message.reasoning_content ?? []);
    expect([api.invalid, fields]).toEqual([[], ['Hm.', '']]);
    await deepseek.close();
  });

  it('sends back the fields of a call that its maker added, such as the thought signature of Gemini', async () => {
    const gemini = mockSession(chatWireOf({ refuses: ['calls without a thought signature'] }));
    const extra = { extra_content: { google: { thought_signature: 'c2ln' } } };
    const replies = [{ tools: [{ name: 'Read', input: { file_path: 'a' }, extra }] }, { text: 'ok' }];
    const { api, provider } = await gemini.start(replies, { preset: 'gemini' });
    const answer = messageOf(await all(provider));
    const [call] = answer.content as readonly { readonly id?: unknown }[];
    expect(call).not.toHaveProperty('extra_content');
    await all(provider, request([user(text('hi')), answer, user(result(String(call?.id), 'a'))]));
    expect(api.invalid).toEqual([]);
    await gemini.close();
  });

  it('signs the calls of another model with the value that Google names for them (MODEL-03)', async () => {
    const gemini = mockSession(chatWireOf({ refuses: ['calls without a thought signature'] }));
    const { api, provider } = await gemini.start([{ text: 'ok' }, { text: 'ok' }], { preset: 'gemini' });
    const call = { type: 'tool_use', id: 'toolu_1', name: 'Read', input: {} };
    const foreign: Message = Object.freeze({ role: 'assistant', content: [call] });
    await all(provider, request([user(text('hi')), foreign, user(result('toolu_1', 'a'))]));
    expect(api.invalid).toEqual([]);
    expect(JSON.stringify(bodyAt(api, 0).messages)).toContain('skip_thought_signature_validator');
    const providerState = { extra: { extra_content: { google: { thought_signature: 'c2ln' } } } };
    const own: Message = Object.freeze({
      role: 'assistant',
      content: [
        { ...call, providerState },
        { ...call, id: 'toolu_2' },
      ],
    });
    await all(provider, request([user(text('hi')), own, user(result('toolu_1', 'a'), result('toolu_2', 'b'))]));
    expect(JSON.stringify(bodyAt(api, 1).messages)).not.toContain('skip_thought_signature_validator');
    await gemini.close();
  });

  it('sends back the details of reasoning that OpenRouter gave, joined from their pieces', async () => {
    const router = mockSession(chatWireOf({ reasoning: 'reasoning_details' }));
    const replies = [{ thinking: 'Let me see.', chunkChars: 4, tools: [{ name: 'Read' }] }, { text: 'ok' }];
    const { api, provider } = await router.start(replies, { preset: 'openrouter' });
    const answer = messageOf(await all(provider));
    const id = String((answer.content[1] as { id: string }).id);
    await all(provider, request([user(text('hi')), answer, user(result(id, 'a'))]));
    const { messages } = bodyAt(api, 1);
    expect(messages[2]?.reasoning_details).toEqual([
      { type: 'reasoning.text', format: 'unknown', index: 0, text: 'Let me see.', signature: 'sig-mock' },
    ]);
    await router.close();
  });

  it('sends names of tools and ids of calls that the server takes, and gives calls their own names back', async () => {
    const long = `mcp__${'server'.repeat(10)}__find.it`;
    const tools = [{ name: long, description: 'Finds.', input_schema: { type: 'object' } }];
    const { api, provider } = await session.start([{ text: 'x' }], { api: 'chat' });
    const call: Message = Object.freeze({
      role: 'assistant',
      content: [{ type: 'tool_use', id: 'x'.repeat(60), name: long, input: {} }],
    });
    await all(provider, request([user(text('hi')), call, user(result('x'.repeat(60), 'a'))], { tools }));
    expect(api.invalid).toEqual([]);
    const name = (bodyAt(api, 0).tools as { function: { name: string } }[])[0]?.function.name ?? '';
    const answering = await session.start([{ tools: [{ name }] }], { api: 'chat' });
    expect(blocks(await all(answering.provider, request(undefined, { tools })))[0]).toMatchObject({ name: long });
  });

  it('adds extra and its server tools, and sets none of its own fields by it (LOOP-31, N2)', async () => {
    const { api, provider } = await session.start([{ text: 'x' }], { api: 'chat' });
    const extra = {
      seed: 7,
      stream: false,
      store: true,
      model: 'another',
      models: ['another'],
      tool_choice: 'required',
      max_completion_tokens: 9,
      mcp_servers: [{ url: 'http://x' }],
      messages: [],
      tools: [
        { type: 'function', function: { name: 'Own', parameters: { type: 'object' } } },
        { name: 'Read', input_schema: { type: 'object' } },
        { type: 'openrouter:web_search', parameters: {} },
      ],
    };
    await all(provider, request(undefined, { extra }));
    const { body } = api.requests[0] ?? {};
    expect(body).toMatchObject({ seed: 7, stream: true, messages: [{}, {}], tools: [{}, { type: 'openrouter:web_search' }] });
    expect(body).not.toMatchObject({ model: 'another' });
    for (const field of ['store', 'models', 'tool_choice', 'max_completion_tokens', 'mcp_servers'])
      expect(body).not.toHaveProperty(field);
  });
});
