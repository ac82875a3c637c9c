import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import type { OpenAiOptions } from '../connection/options.js';
import { blocks, failure, request } from '../openai.fixture.js';
import { openaiProvider } from '../provider.js';

/** A provider of a server that answers as given. */
async function asked(answer: (response: ServerResponse) => void, options: OpenAiOptions = {}) {
  const server = createServer((incoming, response) => {
    incoming.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return openaiProvider({ baseUrl, apiKey: 'key-1234', maxRetries: 0, ...options }, {});
}

const data = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
const chunk = (delta: object, finish: string | null = null) =>
  data({ id: 'c', model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] });
const END = `${chunk({}, 'tool_calls')}data: [DONE]\n\n`;
const call = (index: number, more: object = {}) => ({
  tool_calls: [{ index, id: `c${index}`, function: { name: 'Read', arguments: '{}' }, ...more }],
});

async function read(body: string, maxAnswerChars?: number) {
  const provider = await asked((response) => response.end(body), { api: 'chat' });
  const events = [];
  const options = { signal: new AbortController().signal, ...(maxAnswerChars === undefined ? {} : { maxAnswerChars }) };
  for await (const event of provider.stream(request(), options)) events.push(event);
  return blocks(events);
}

it('40,000 calls of one message are put together without a walk over all of them for each (F17)', async () => {
  const all = Array.from({ length: 40_000 }, (_, index) => chunk(call(index))).join('');
  expect(await read(all + END)).toHaveLength(40_000);
});

it('20,000 objects in the input of one call are as many calls, without a stack of as many levels (F17)', async () => {
  const many = chunk({ tool_calls: [{ index: 0, id: 'c', function: { name: 'Read', arguments: '{}'.repeat(20_000) } }] });
  expect(await read(many + END)).toHaveLength(20_000);
});

it.each([
  ['details of thinking', chunk({ reasoning_details: [{ type: 'reasoning.encrypted', data: 'x'.repeat(30_000) }] })],
  ['unknown fields of a call', chunk(call(0, { function: { name: 'Read', arguments: '' }, seal: 'x'.repeat(30_000) }))],
])('%s count as characters of the answer (F17)', async (_, piece) => {
  await expect(read(piece.repeat(4) + END, 100_000)).rejects.toMatchObject({ code: 'MODEL_ANSWER_TOO_LONG' });
});

it.each([
  ['chat', 'empty deltas', chunk({ content: '' })],
  ['chat', 'chunks without a choice', data({ id: 'c', choices: [] })],
  ['responses', 'states', data({ type: 'response.in_progress' })],
  ['responses', 'empty deltas', data({ type: 'response.output_text.delta', delta: '' })],
] as const)('a server of %s that sends only %s is silent (F17)', async (api, _, event) => {
  const answer = (response: ServerResponse) => {
    const timer = setInterval(() => response.write(event), 5);
    response.once('close', () => clearInterval(timer));
  };
  expect((await failure(await asked(answer, { api, timeoutSeconds: 0.5 }))).code).toBe('MODEL_TIMEOUT');
});
