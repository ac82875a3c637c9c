import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, jsonSchema, Output, streamText } from 'ai';
import OpenAI, { type APIError, AuthenticationError, BadRequestError, NotFoundError, RateLimitError } from 'openai';
import { describe, expect, it } from 'vitest';
import { PLACE, served, TOKEN } from '../served.test-kit.js';

const clientOf = (url: string, more: ConstructorParameters<typeof OpenAI>[0] = {}) =>
  new OpenAI({ baseURL: `${url}/v1`, apiKey: TOKEN, maxRetries: 0, ...more });

const ask = (content: string) => ({ model: 'helper', messages: [{ role: 'user' as const, content }] });

describe('GET /v1/models', () => {
  it('lists the agents as models, and finds one', async () => {
    const client = clientOf((await served()).url);
    const listed = await client.models.list();
    expect(listed.data.map(({ id }) => id)).toEqual(['helper', 'other']);
    expect(await client.models.retrieve('other')).toMatchObject({ id: 'other', object: 'model', owned_by: 'loadout' });
    await expect(client.models.retrieve('none')).rejects.toMatchObject({ status: 404, code: 'model_not_found', param: 'model' });
  });
});

describe('POST /v1/chat/completions', () => {
  it('answers with the text of the run, its usage, its session and its outcome', async () => {
    const client = clientOf((await served()).url);
    const { data, response } = await client.chat.completions.create(ask('Hi.')).withResponse();
    expect(data.choices).toMatchObject([
      { index: 0, message: { role: 'assistant', content: 'Asked: Hi.' }, finish_reason: 'stop' },
    ]);
    expect(data).toMatchObject({ object: 'chat.completion', model: 'helper' });
    expect(data.usage?.total_tokens).toBe((data.usage?.prompt_tokens ?? 0) + (data.usage?.completion_tokens ?? 0));
    expect(data.usage?.completion_tokens).toBeGreaterThan(0);
    expect(response.headers.get('x-loadout-outcome')).toBe('success');
    expect(data.id).toBe(`chatcmpl-${response.headers.get('x-loadout-session')}`);
  });

  it('streams the same text in pieces, with the usage last if the client asks for it', async () => {
    const client = clientOf((await served({ turns: [{ text: 'One two three.' }] })).url);
    const stream = client.chat.completions.stream({ ...ask('Hi.'), stream_options: { include_usage: true } });
    const chunks: OpenAI.ChatCompletionChunk[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    expect(await stream.finalContent()).toBe('One two three.');
    expect(chunks[0]?.choices[0]?.delta).toEqual({ role: 'assistant', content: '' });
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: expect.any(Number) } });
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('stop');
    const plain = await client.chat.completions.create({ ...ask('Hi.'), stream: true });
    for await (const chunk of plain) expect(chunk.usage ?? null).toBeNull();
  });

  it('divides the texts of several messages by a blank line, streamed or not', async () => {
    const turns = [{ text: 'Let me look.', tools: [{ Look: {} }] }, { text: 'I have seen it.' }];
    const client = clientOf((await served({ turns })).url);
    const whole = await client.chat.completions.create(ask('Look.'));
    const stream = client.chat.completions.stream(ask('Look.'));
    expect([whole.choices[0]?.message.content, await stream.finalContent()]).toEqual([
      'Let me look.\n\nI have seen it.',
      'Let me look.\n\nI have seen it.',
    ]);
  });

  it('tells calls of the agent as progress only on request, and never as calls for the client', async () => {
    const turns = [{ tools: [{ Look: { path: 'a.txt' } }] }, { text: 'Seen.' }];
    const client = clientOf((await served({ turns })).url);
    const quiet = await client.chat.completions.create(ask('Look.'));
    expect(quiet.choices[0]?.message).toEqual({ role: 'assistant', content: 'Seen.', refusal: null });
    const told = await client.chat.completions.create(ask('Look.'), { headers: { 'x-loadout-progress': '1' } });
    expect(told.choices[0]?.message).toMatchObject({ content: 'Seen.', reasoning_content: 'Look a.txt\n' });
    expect(told.choices[0]?.message.tool_calls).toBeUndefined();
  });

  it('tells a denial with its rule, its file and its line', async () => {
    const turns = [{ tools: [{ Forbidden: {} }] }, { text: 'I could not.' }];
    const server = await served({ turns });
    const { data, response } = await clientOf(server.url).chat.completions.create(ask('Do it.')).withResponse();
    const text = data.choices[0]?.message.content ?? '';
    expect(text).toMatch(/^I could not\.\n\nDenied: Forbidden is denied by the rule /);
    expect(text).toContain(`${PLACE.file}:${PLACE.line}:${PLACE.column}`);
    expect([response.headers.get('x-loadout-outcome'), data.choices[0]?.finish_reason]).toEqual(['denied', 'stop']);
    expect(server.notes).toEqual([]);
  });

  it('gives the earlier messages of the client to the agent, and a session knows them itself', async () => {
    const client = clientOf((await served({ turns: [{ text: '{{prompt}}' }, { text: 'Again: {{prompt}}' }] })).url);
    const messages = [
      { role: 'system' as const, content: 'Be short.' },
      { role: 'user' as const, content: 'First.' },
      { role: 'assistant' as const, content: 'Yes?' },
      { role: 'user' as const, content: 'Second.' },
    ];
    const { data, response } = await client.chat.completions.create({ model: 'helper', messages }).withResponse();
    const text = data.choices[0]?.message.content ?? '';
    for (const part of ['Be short.', 'user:\n\nFirst.', 'assistant:\n\nYes?', 'Second.']) expect(text).toContain(part);
    const session = response.headers.get('x-loadout-session') ?? '';
    const next = await client.chat.completions.create(ask('Third.'), { headers: { 'x-loadout-session': session } });
    expect(next.choices[0]?.message.content).toBe('Again: Third.');
  });

  it('answers in the form of a schema, streamed or not', async () => {
    const turns = [{ text: 'Let me think.', tools: [{ StructuredOutput: { n: 5 } }] }];
    const client = clientOf((await served({ turns })).url);
    const schema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'], additionalProperties: false };
    const format = { type: 'json_schema' as const, json_schema: { name: 'n', strict: true, schema } };
    const whole = await client.chat.completions.parse({ ...ask('Count.'), response_format: format });
    const stream = client.chat.completions.stream({ ...ask('Count.'), response_format: format });
    expect([whole.choices[0]?.message.content, await stream.finalContent()]).toEqual(['{"n":5}', '{"n":5}']);
  });

  it('passes pictures and files on, and fetches none', async () => {
    const client = clientOf((await served({ turns: [{ text: '{{prompt}}' }] })).url);
    const text = Buffer.from('Line one.').toString('base64');
    const content = [
      { type: 'text' as const, text: 'What is this?' },
      { type: 'image_url' as const, image_url: { url: `data:image/png;base64,${PIXEL}` } },
      { type: 'file' as const, file: { filename: 'a.txt', file_data: `data:text/plain;base64,${text}` } },
    ];
    const done = await client.chat.completions.create({ model: 'helper', messages: [{ role: 'user', content }] });
    expect(done.choices[0]?.message.content).toContain('The file "a.txt":\nLine one.');
    const far = [{ type: 'image_url' as const, image_url: { url: 'http://127.0.0.1:1/a.png' } }];
    await expect(
      client.chat.completions.create({ model: 'helper', messages: [{ role: 'user', content: far }] }),
    ).rejects.toMatchObject({ status: 400, param: 'messages[0].content[0].image_url.url' });
  });

  it('interrupts the run when the client goes away, streamed or not', async () => {
    for (const stream of [true, false]) {
      const server = await served({ turns: [{ text: 'Wait.', tools: [{ Wait: {} }] }, { text: 'Done.' }] });
      const going = new AbortController();
      const asked = clientOf(server.url)
        .chat.completions.create({ ...ask('Go.'), stream }, { signal: going.signal })
        .then(async (answer) => {
          if (Symbol.asyncIterator in answer) for await (const _ of answer);
        })
        .catch(() => {});
      const signal = await server.waiting;
      going.abort();
      await expect.poll(() => signal.aborted).toBe(true);
      await expect.poll(async () => (await server.runs.list())[0]?.result?.outcome).toBe('interrupted');
      await asked;
    }
  });

  it('asks for an approval only on request, and goes on with the answer', async () => {
    const server = await served({ turns: [{ tools: [{ Note: { a: 1 } }] }, { text: 'Noted.' }] });
    const client = clientOf(server.url);
    const denied = await client.chat.completions.create(ask('Note.')).withResponse();
    expect([denied.response.headers.get('x-loadout-outcome'), server.notes]).toEqual(['denied', []]);
    const { data, response } = await client.chat.completions
      .create(ask('Note.'), { headers: { 'x-loadout-approvals': 'ask' } })
      .withResponse();
    const run = response.headers.get('x-loadout-run') ?? '';
    expect(data.choices[0]?.message.content).toContain(`Waiting for an approval: Note {"a":1}.`);
    expect(data.choices[0]?.message.content).toContain(`POST /runs/${run}/answers`);
    expect(response.headers.get('x-loadout-outcome')).toBe('deferred');
    const answer = (behavior: string) =>
      fetch(`${server.url}/runs/${run}/answers`, {
        method: 'POST',
        headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
        body: JSON.stringify({ behavior }),
      });
    expect((await answer('allow')).status).toBe(202);
    await expect.poll(() => server.notes).toEqual([{ a: 1 }]);
    expect((await answer('allow')).status).toBe(409);
  });
});

describe('the errors of the OpenAI endpoints', () => {
  const failure = (promise: Promise<unknown>): Promise<APIError> =>
    promise.then(
      () => expect.unreachable('it was answered'),
      (error) => error as APIError,
    );

  it('are those that the client of OpenAI knows by their status', async () => {
    const { url } = await served();
    const wrongToken = await failure(clientOf(url, { apiKey: 'another' }).chat.completions.create(ask('Hi.')));
    expect([wrongToken, wrongToken.code]).toEqual([expect.any(AuthenticationError), 'invalid_api_key']);
    const client = clientOf(url);
    const unknown = await failure(client.chat.completions.create({ ...ask('Hi.'), model: 'gpt-5' }));
    expect([unknown, unknown.code]).toEqual([expect.any(NotFoundError), 'model_not_found']);
    const tool = { type: 'function' as const, function: { name: 'f', parameters: {} } };
    const tools = await failure(client.chat.completions.create({ ...ask('Hi.'), tools: [tool] }));
    expect([tools, tools.param]).toEqual([expect.any(BadRequestError), 'tools']);
    const empty = await failure(client.chat.completions.create({ model: 'helper', messages: [] }));
    expect([empty, empty.param, empty.type]).toEqual([expect.any(BadRequestError), 'messages', 'invalid_request_error']);
    const twice = await failure(client.chat.completions.create({ ...ask('Hi.'), n: 2 }));
    expect(twice.param).toBe('n');
  });

  it('say that a run failed, without a second try of the client', async () => {
    let asked = 0;
    const { url, runs } = await served({ turns: [{ tools: [{ Look: {} }] }] });
    const fetched: typeof fetch = (...args) => {
      asked += 1;
      return fetch(...args);
    };
    const error = await failure(clientOf(url, { maxRetries: 2, fetch: fetched }).chat.completions.create(ask('Hi.')));
    expect([error.status, error.code, error.type]).toEqual([500, 'SCRIPT_ENDED', 'server_error']);
    expect([asked, (await runs.list()).length]).toEqual([1, 1]);
    const stream = clientOf(url).chat.completions.stream(ask('Hi.'));
    expect((await failure(stream.finalContent())).message).toContain('script');
  });

  it('say that too many runs are active', async () => {
    const server = await served({ turns: [{ tools: [{ Wait: {} }] }, { text: 'Done.' }], most: 1 });
    const client = clientOf(server.url);
    const first = client.chat.completions.create(ask('Go.'));
    await server.waiting;
    expect(await failure(client.chat.completions.create(ask('Hi.')))).toBeInstanceOf(RateLimitError);
    server.open('ok');
    expect((await first).choices[0]?.message.content).toBe('Done.');
  });
});

describe('the AI SDK over Chat Completions', () => {
  it('reads texts, streams and objects', async () => {
    const { url } = await served({ turns: [{ text: 'Asked: {{prompt}}' }] });
    const provider = createOpenAICompatible({
      name: 'loadout',
      baseURL: `${url}/v1`,
      apiKey: TOKEN,
      supportsStructuredOutputs: true,
    });
    expect((await generateText({ model: provider('helper'), prompt: 'Hi.' })).text).toBe('Asked: Hi.');
    const streamed = streamText({ model: provider('helper'), prompt: 'Hi.' });
    expect([await streamed.text, await streamed.finishReason]).toEqual(['Asked: Hi.', 'stop']);
  });

  it('reads an answer with a schema', async () => {
    const { url } = await served({ turns: [{ tools: [{ StructuredOutput: { n: 5 } }] }] });
    const provider = createOpenAICompatible({
      name: 'loadout',
      baseURL: `${url}/v1`,
      apiKey: TOKEN,
      supportsStructuredOutputs: true,
    });
    const schema = jsonSchema<{ n: number }>({ type: 'object', properties: { n: { type: 'number' } }, required: ['n'] });
    const { output } = await generateText({ model: provider('helper'), prompt: 'Hi.', output: Output.object({ schema }) });
    expect(output).toEqual({ n: 5 });
  });
});

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
