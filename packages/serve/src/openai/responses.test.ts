import { createOpenAI } from '@ai-sdk/openai';
import { generateText, streamText } from 'ai';
import OpenAI, { BadRequestError, ConflictError } from 'openai';
import { describe, expect, it } from 'vitest';
import { PLACE, served, TOKEN } from '../served.test-kit.js';

const clientOf = (url: string) => new OpenAI({ baseURL: `${url}/v1`, apiKey: TOKEN, maxRetries: 0 });

const ASK = { headers: { 'x-loadout-approvals': 'ask' } };

const NOTES = [{ tools: [{ Note: { a: 1 } }] }, { text: 'Noted.' }];

describe('POST /v1/responses', () => {
  it('answers with the text of the run and its usage', async () => {
    const client = clientOf((await served()).url);
    const { data, response } = await client.responses.create({ model: 'helper', input: 'Hi.' }).withResponse();
    expect(data).toMatchObject({ object: 'response', status: 'completed', model: 'helper', output_text: 'Asked: Hi.' });
    expect(data.usage?.total_tokens).toBeGreaterThan(0);
    expect(data.id).toBe(`resp_${response.headers.get('x-loadout-run')}`);
  });

  it('streams events with rising numbers, each item with its start and its end', async () => {
    const turns = [{ text: 'Let me look.', tools: [{ Look: { path: 'a.txt' } }] }, { text: 'Seen.' }];
    const client = clientOf((await served({ turns })).url);
    const stream = client.responses.stream({ model: 'helper', input: 'Look.' }, { headers: { 'x-loadout-progress': '1' } });
    const events: OpenAI.Responses.ResponseStreamEvent[] = [];
    for await (const event of stream) events.push(event);
    expect(events.map(({ sequence_number: number }) => number)).toEqual(events.map((_, index) => index));
    expect(events.map(({ type }) => type).filter((type) => type.startsWith('response.output_item'))).toEqual(
      ['added', 'done', 'added', 'done', 'added', 'done'].map((end) => `response.output_item.${end}`),
    );
    const final = await stream.finalResponse();
    expect(final.output.map(({ type }) => type)).toEqual(['message', 'reasoning', 'message']);
    expect(final.output_text).toBe('Let me look.\n\nSeen.');
    expect([events[0]?.type, events[1]?.type, events.at(-1)?.type]).toEqual([
      'response.created',
      'response.in_progress',
      'response.completed',
    ]);
  });

  it('continues the session of the previous response, and only from its end', async () => {
    const client = clientOf((await served({ turns: [{ text: 'One.' }, { text: 'Two: {{prompt}}' }, { text: 'Three.' }] })).url);
    const first = await client.responses.create({ model: 'helper', input: 'a' });
    const second = await client.responses.create({ model: 'helper', input: 'b', previous_response_id: first.id });
    expect(second.output_text).toBe('Two: b');
    const third = await client.responses.create({ model: 'helper', input: 'c', previous_response_id: second.id });
    expect(third.output_text).toBe('Three.');
    const from = (id: string, model = 'helper') => client.responses.create({ model, input: 'd', previous_response_id: id });
    await expect(from(first.id)).rejects.toMatchObject({ status: 400, param: 'previous_response_id' });
    await expect(from('resp_none')).rejects.toMatchObject({ status: 400, param: 'previous_response_id' });
    await expect(from('../../etc')).rejects.toMatchObject({ status: 400, param: 'previous_response_id' });
    await expect(from(third.id, 'other')).rejects.toMatchObject({ status: 400, param: 'model' });
  });

  it('continues a session of an earlier server', async () => {
    const turns = [{ text: 'One.' }, { text: 'Two: {{prompt}}' }];
    const server = await served({ turns });
    const first = await clientOf(server.url).responses.create({ model: 'helper', input: 'a' });
    await server.close();
    const next = clientOf((await served({ turns, folder: server.folder })).url);
    const second = await next.responses.create({ model: 'helper', input: 'b', previous_response_id: first.id });
    expect(second.output_text).toBe('Two: b');
  });

  it('answers in the form of a schema', async () => {
    const client = clientOf((await served({ turns: [{ tools: [{ StructuredOutput: { n: 5 } }] }] })).url);
    const schema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'], additionalProperties: false };
    const text = { format: { type: 'json_schema' as const, name: 'n', strict: true, schema } };
    const { output_parsed: parsed } = await client.responses.parse({ model: 'helper', input: 'Count.', text });
    expect(parsed).toEqual({ n: 5 });
  });

  it('tells a denial with its rule, its file and its line', async () => {
    const server = await served({ turns: [{ tools: [{ Forbidden: {} }] }, { text: 'I could not.' }] });
    const { output_text: text } = await clientOf(server.url).responses.create({ model: 'helper', input: 'Do it.' });
    expect(text).toContain(`${PLACE.file}:${PLACE.line}:${PLACE.column}`);
  });

  it('interrupts the run when the client goes away', async () => {
    const server = await served({ turns: [{ text: 'Wait.', tools: [{ Wait: {} }] }, { text: 'Done.' }] });
    const stream = clientOf(server.url).responses.stream({ model: 'helper', input: 'Go.' });
    const end = stream.finalResponse().catch(() => {});
    const signal = await server.waiting;
    stream.abort();
    await expect.poll(() => signal.aborted).toBe(true);
    await end;
  });

  it('ends as failed if the run does', async () => {
    const client = clientOf((await served({ turns: [{ tools: [{ Look: {} }] }] })).url);
    const events: string[] = [];
    for await (const event of await client.responses.create({ model: 'helper', input: 'Go.', stream: true }))
      events.push(event.type);
    expect(events.at(-1)).toBe('response.failed');
  });
});

describe('an approval over Responses', () => {
  it('is an item of the response, and its answer lets the run go on', async () => {
    const server = await served({ turns: NOTES });
    const client = clientOf(server.url);
    const asked = await client.responses.create({ model: 'helper', input: 'Note.' }, ASK);
    expect(asked.output).toMatchObject([
      { type: 'mcp_approval_request', name: 'Note', arguments: '{"a":1}', server_label: 'loadout' },
    ]);
    expect(server.notes).toEqual([]);
    const id = asked.output[0]?.id ?? '';
    const input = [{ type: 'mcp_approval_response' as const, approval_request_id: id, approve: true }];
    const done = await client.responses.create({ model: 'helper', previous_response_id: asked.id, input });
    expect([done.output_text, server.notes]).toEqual(['Noted.', [{ a: 1 }]]);
  });

  it('that is denied leaves the call undone', async () => {
    const server = await served({ turns: NOTES });
    const client = clientOf(server.url);
    const asked = await client.responses.create({ model: 'helper', input: 'Note.' }, ASK);
    const id = asked.output[0]?.id ?? '';
    const input = [{ type: 'mcp_approval_response' as const, approval_request_id: id, approve: false, reason: 'Not today.' }];
    const done = await client.responses.create({ model: 'helper', input });
    expect([done.output_text.split('\n')[0], server.notes]).toEqual(['Noted.', []]);
    expect(done.output_text).toContain('Not today.');
  });

  it('counts once, and for no other response', async () => {
    const server = await served({ turns: NOTES });
    const client = clientOf(server.url);
    const [one, two] = await Promise.all([1, 2].map(() => client.responses.create({ model: 'helper', input: 'Note.' }, ASK)));
    const answer = (id: string, previous?: string) => {
      const input = [{ type: 'mcp_approval_response' as const, approval_request_id: id, approve: true }];
      return client.responses.create({
        model: 'helper',
        input,
        ...(previous === undefined ? {} : { previous_response_id: previous }),
      });
    };
    const id = one?.output[0]?.id ?? '';
    await expect(answer(id, two?.id)).rejects.toBeInstanceOf(BadRequestError);
    await expect(answer('mcpr_none.call')).rejects.toBeInstanceOf(BadRequestError);
    await expect(answer(`${id}x`)).rejects.toBeInstanceOf(ConflictError);
    expect(server.notes).toEqual([]);
    const both = await Promise.allSettled([answer(id), answer(id)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(answer(id)).rejects.toBeInstanceOf(ConflictError);
    expect(server.notes).toEqual([{ a: 1 }]);
  });

  it('is still open for the next server', async () => {
    const server = await served({ turns: NOTES });
    const asked = await clientOf(server.url).responses.create({ model: 'helper', input: 'Note.' }, ASK);
    await server.close();
    const next = await served({ turns: NOTES, folder: server.folder });
    const input = [{ type: 'mcp_approval_response' as const, approval_request_id: asked.output[0]?.id ?? '', approve: true }];
    const done = await clientOf(next.url).responses.create({ model: 'helper', previous_response_id: asked.id, input });
    expect([done.output_text, next.notes]).toEqual(['Noted.', [{ a: 1 }]]);
  });

  it('is asked anew if there are several calls and one answer', async () => {
    const server = await served({ turns: [{ tools: [{ Note: { a: 1 } }, { Note: { a: 2 } }] }, { text: 'Noted.' }] });
    const client = clientOf(server.url);
    let asked = await client.responses.create({ model: 'helper', input: 'Note.' }, ASK);
    for (let answers = 0; answers < 2; answers += 1) {
      const input = [{ type: 'mcp_approval_response' as const, approval_request_id: asked.output[0]?.id ?? '', approve: true }];
      asked = await client.responses.create({ model: 'helper', previous_response_id: asked.id, input });
    }
    expect([asked.output_text, server.notes]).toEqual(['Noted.', [{ a: 1 }, { a: 2 }]]);
  });
});

describe('the AI SDK over Responses', () => {
  it('reads texts and streams, and continues a talk by naming its items', async () => {
    const { url } = await served({ turns: [{ text: 'Asked: {{prompt}}' }, { text: 'Again.' }] });
    const openai = createOpenAI({ baseURL: `${url}/v1`, apiKey: TOKEN });
    const first = await generateText({ model: openai('helper'), prompt: 'Hi.' });
    expect(first.text).toBe('Asked: Hi.');
    const messages = [
      { role: 'user' as const, content: 'Hi.' },
      ...first.response.messages,
      { role: 'user' as const, content: 'Go on.' },
    ];
    const streamed = streamText({ model: openai('helper'), messages });
    const text = await streamed.text;
    for (const part of ['user:\n\nHi.', 'assistant:\n\nAsked: Hi.', 'Go on.']) expect(text).toContain(part);
  });
});
