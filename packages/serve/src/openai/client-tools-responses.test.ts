import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, jsonSchema, stepCountIs, streamText, tool } from 'ai';
import type OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { served, TOKEN } from '../served.test-kit.js';
import { ALLOW, ASKED, call, FLAT, heard, journalOf, ONE, PARAMETERS } from './client-tools.test-kit.js';
import { openAiClient } from './openai-client.test-kit.js';

describe('tools of a client over Responses', () => {
  const output = (calls: readonly OpenAI.Responses.ResponseOutputItem[]) =>
    calls
      .filter((item) => item.type === 'function_call')
      .map(({ call_id }) => ({ type: 'function_call_output' as const, call_id, output: 'sunny' }));

  it('are items of the response, and an output continues it, with or without its id', async () => {
    for (const isKept of [true, false]) {
      const server = await served({ turns: ONE });
      const client = openAiClient(server.url, ALLOW);
      const first = await client.responses.create({ model: 'helper', tools: [FLAT], input: [ASKED] });
      expect(first.output).toMatchObject([
        { type: 'message' },
        { type: 'function_call', name: 'weather', arguments: '{"city":"Bonn"}', status: 'completed' },
      ]);
      const before = isKept ? [] : [ASKED, ...(first.output as OpenAI.Responses.ResponseInputItem[])];
      const done = await client.responses.create({
        model: 'helper',
        tools: [FLAT],
        input: [...before, ...output(first.output)],
        ...(isKept ? { previous_response_id: first.id } : {}),
      });
      expect([done.status, done.output.map(({ type }) => type)]).toEqual(['completed', ['message']]);
      expect(await journalOf(server)).toMatchObject([{ name: 'weather', content: 'sunny' }, { name: 'Look' }]);
    }
  });

  it('are streamed as the client of OpenAI collects them', async () => {
    const client = openAiClient((await served({ turns: ONE })).url, ALLOW);
    const stream = client.responses.stream({ model: 'helper', tools: [FLAT], input: [ASKED] });
    const events: string[] = [];
    for await (const { type } of stream) events.push(type);
    expect(events.filter((type) => type.includes('function_call'))).toEqual([
      'response.function_call_arguments.delta',
      'response.function_call_arguments.done',
    ]);
    expect(output((await stream.finalResponse()).output)).toHaveLength(1);
  });

  it('take an output before a new message as a part of the talk', async () => {
    const { model, last } = heard([{ tools: [call('Bonn')] }, { text: 'Fine.' }]);
    const server = await served({ model });
    const client = openAiClient(server.url, ALLOW);
    const first = await client.responses.create({ model: 'helper', tools: [FLAT], input: [ASKED] });
    const next = await client.responses.create({
      model: 'helper',
      tools: [FLAT],
      previous_response_id: first.id,
      input: [...output(first.output), { role: 'user', content: 'Shorter, please.' }],
    });
    expect(next.output_text).toBe('Fine.');
    expect(last()).toMatch(/tool:\\n\\nsunny.*Shorter, please\./);
  });
});

describe('the AI SDK', () => {
  const settings = (url: string) => ({ baseURL: `${url}/v1`, apiKey: TOKEN, headers: ALLOW });
  const models = {
    'Chat Completions': (url: string) => createOpenAI(settings(url)).chat('helper'),
    Responses: (url: string) => createOpenAI(settings(url)).responses('helper'),
    'a compatible endpoint': (url: string) => createOpenAICompatible({ name: 'loadout', ...settings(url) })('helper'),
  };
  const weather = () => {
    const asked: unknown[] = [];
    const run = tool({
      description: 'The weather.',
      inputSchema: jsonSchema<{ city: string }>({ ...PARAMETERS, type: 'object' }),
      execute: (input) => `sunny ${asked.push(input)}`,
    });
    return { asked, tools: { weather: run } };
  };

  it.each(Object.entries(models))('runs its own tools over %s, streamed or not', async (_, model) => {
    const whole = await served({ turns: ONE });
    const { asked, tools } = weather();
    const wish = { prompt: ASKED.content, tools, stopWhen: stepCountIs(5) };
    const done = await generateText({ model: model(whole.url), ...wish });
    expect([asked, done.finishReason, done.steps.length]).toEqual([[{ city: 'Bonn' }], 'stop', 2]);
    expect(await journalOf(whole)).toMatchObject([{ name: 'weather', content: 'sunny 1' }, { name: 'Look' }]);
    const streamed = streamText({ model: model((await served({ turns: ONE })).url), ...wish });
    expect([await streamed.finishReason, (await streamed.steps).length, asked.length]).toEqual(['stop', 2, 2]);
  });
});
