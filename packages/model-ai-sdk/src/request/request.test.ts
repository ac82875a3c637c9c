import type { Message } from '@loadout/core/model';
import { afterEach, describe, expect, it } from 'vitest';
import { all, failure, fake, finish, removeFolders, request, text, user } from '../fake-provider.test-kit.js';
import type { AiSdkOptions } from '../options.js';

afterEach(removeFolders);

const answer = [...text('x'), finish()];
type Given = Partial<AiSdkOptions> & { name?: string; version?: string; provider?: string };

async function sent(fields: Parameters<typeof request>[0], options: Given = {}) {
  const { provider, calls } = fake([answer], options);
  await all(provider, request(fields));
  return calls[0];
}

const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } };
const calling: Message = {
  role: 'assistant',
  content: [
    { type: 'thinking', thinking: 'hmm', providerState: { google: { thoughtSignature: 's1' } } },
    { type: 'text', text: 'I read.' },
    { type: 'tool_use', id: 'c1', name: 'Read', input: { a: 1 }, providerState: { google: { thoughtSignature: 's2' } } },
    { type: 'ai_sdk', part: { type: 'custom', kind: 'a.b' } },
    { type: 'ai_sdk_source', part: { type: 'source' } },
    { type: 'unknown_block', x: 1 },
  ],
};
const result = (content: string | unknown[], isError = false): Message => ({
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: 'c1', content, ...(isError ? { is_error: true } : {}) }],
});

describe('the conversation', () => {
  it('is sent as the prompt of the interface, the data of a maker as its options (LOOP-09)', async () => {
    const messages = [user('hi'), calling, result('done')];
    const call = await sent({
      system: [
        { type: 'text', text: 'A' },
        { type: 'text', text: 'B' },
      ],
      messages,
    });
    expect(call?.prompt).toEqual([
      { role: 'system', content: 'A\n\nB' },
      { role: 'user', content: [{ type: 'text', text: 'hi' }] },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'hmm', providerOptions: { google: { thoughtSignature: 's1' } } },
          { type: 'text', text: 'I read.' },
          {
            type: 'tool-call',
            toolCallId: 'c1',
            toolName: 'Read',
            input: { a: 1 },
            providerOptions: { google: { thoughtSignature: 's2' } },
          },
          { type: 'custom', kind: 'a.b' },
        ],
      },
      {
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId: 'c1', toolName: 'Read', output: { type: 'text', value: 'done' } }],
      },
    ]);
  });

  it('says of a result that it is an error, and sends a denial as the text that we give for it', async () => {
    const call = await sent({ messages: [user('hi'), calling, result('Denied: no.', true)] });
    expect(call?.prompt.at(-1)?.content).toMatchObject([{ output: { type: 'error-text', value: 'Denied: no.' } }]);
  });

  it('puts pictures of a result behind it where the provider would send them as text', async () => {
    const call = await sent({ messages: [user('hi'), calling, result([{ type: 'text', text: 'see' }, picture])] });
    expect(call?.prompt.slice(-2)).toEqual([
      expect.objectContaining({
        role: 'tool',
        content: [expect.objectContaining({ output: { type: 'text', value: 'see\n[The file is in the next message.]' } })],
      }),
      { role: 'user', content: [{ type: 'file', mediaType: 'image/png', data: 'aGk=' }] },
    ]);
  });

  it.each([
    ['v3', { type: 'image-data', mediaType: 'image/png', data: 'aGk=' }],
    ['v4', { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'aGk=' } }],
  ])('leaves pictures inside a result where the provider takes them (%s)', async (version, file) => {
    const call = await sent({ messages: [user('hi'), calling, result([picture])] }, { resultImages: true, version });
    expect(call?.prompt.at(-1)?.content).toMatchObject([{ output: { type: 'content', value: [file] } }]);
  });

  it('keeps the same objects for messages that were sent before', async () => {
    const { provider, calls } = fake([answer, answer]);
    const messages = [user('hi'), calling, result('done')];
    await all(provider, request({ messages }));
    await all(provider, request({ messages: [...messages, user('more')] }));
    expect(calls[1]?.prompt[1]).toBe(calls[0]?.prompt[1]);
  });
});

describe('the options of a model', () => {
  it('are sent by their own names', async () => {
    const call = await sent({ maxOutputTokens: 7, temperature: 0.5, extra: { topP: 0.1, prompt: 'no' } });
    expect(call).toMatchObject({ maxOutputTokens: 7, temperature: 0.5, topP: 0.1, prompt: [{ role: 'user' }] });
  });

  it('pass the effort to every provider of version 4', async () => {
    expect(await sent({ effort: 'high' }, { version: 'v4' })).toMatchObject({ reasoning: 'high' });
    expect(await sent({ thinking: { type: 'disabled' } }, { version: 'v4' })).toMatchObject({ reasoning: 'none' });
  });

  it.each([
    ['@ai-sdk/google', { google: { thinkingConfig: { thinkingLevel: 'high', includeThoughts: true } } }],
    ['@ai-sdk/openai', { openai: { store: false, reasoningEffort: 'high' } }],
    ['@ai-sdk/anthropic', { anthropic: { effort: 'high' } }],
    ['@ai-sdk/amazon-bedrock', { bedrock: { reasoningConfig: { maxReasoningEffort: 'high' } } }],
    ['@ai-sdk/openai-compatible', { fake: { reasoningEffort: 'high' } }],
    ['@openrouter/ai-sdk-provider', { openrouter: { reasoning: { effort: 'high' } } }],
  ])('tell %s of version 3 the effort in its own words', async (name, providerOptions) => {
    expect(await sent({ effort: 'high' }, { name })).toMatchObject({ providerOptions });
  });

  it('join the budget for thinking with the effort', async () => {
    const thinking = { type: 'enabled', budget_tokens: 99 } as const;
    expect((await sent({ thinking, effort: 'low' }, { name: '@ai-sdk/amazon-bedrock' }))?.providerOptions).toEqual({
      bedrock: { reasoningConfig: { type: 'enabled', budgetTokens: 99, maxReasoningEffort: 'low' } },
    });
  });

  it.each([
    ['effort', { effort: 'high' }],
    ['thinking', { thinking: { type: 'adaptive' } }],
    ['parallelCalls', { parallelCalls: false }],
    ['betas', { betas: ['x'] }],
    ['promptCache', { promptCache: '5m' }],
  ] as const)('are an error rather than lost: %s', async (option, fields) => {
    const { provider, calls } = fake([answer]);
    const { error } = await failure(provider, request(fields));
    expect([error.code, calls.length]).toEqual(['AI_SDK_OPTION', 0]);
    expect(error.message).toContain(option);
  });

  it('lose to the options of the configuration, and these to those of the model', async () => {
    const providerOptions = { openai: { store: true, user: 'a' }, other: { x: 1 } };
    const extra = { providerOptions: { openai: { user: 'b' } } };
    expect((await sent({ extra, parallelCalls: false }, { name: '@ai-sdk/openai', providerOptions }))?.providerOptions).toEqual({
      openai: { store: true, user: 'b', parallelToolCalls: false },
      other: { x: 1 },
    });
  });

  it('mark what a cache keeps only where they ask for it', async () => {
    const options = { name: '@ai-sdk/amazon-bedrock' };
    const system = [{ type: 'text', text: 'A' } as const];
    expect(JSON.stringify((await sent({ system }, options))?.prompt)).not.toContain('cachePoint');
    const marked = await sent({ system, promptCache: '5m' }, options);
    expect(marked?.prompt.map(({ providerOptions }) => providerOptions)).toEqual(
      Array(2).fill({ bedrock: { cachePoint: { type: 'default' } } }),
    );
  });
});

describe('the tools', () => {
  const tools = [{ name: 'Read', description: 'Reads.', input_schema: { type: 'object' } }] as const;

  it('are functions, and server tools of the model join them', async () => {
    const search = { type: 'provider', id: 'google.google_search', name: 'google_search', args: {} };
    expect((await sent({ tools, extra: { tools: [search] } }))?.tools).toEqual([
      { type: 'function', name: 'Read', description: 'Reads.', inputSchema: { type: 'object' } },
      search,
    ]);
  });

  it('are said not to be strict to an API that takes silence for strict', async () => {
    expect((await sent({ tools }, { name: '@ai-sdk/openai' }))?.tools).toMatchObject([{ strict: false }]);
  });
});
