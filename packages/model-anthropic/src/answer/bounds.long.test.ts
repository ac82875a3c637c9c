import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { all, failure, mockSession, request } from '../mock-session.fixture.js';
import { anthropicProvider } from '../provider.js';

const session = mockSession();
const closing: (() => void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) close();
  await session.close();
});

/** A gateway with custom answers. */
async function gateway(answer: (response: ServerResponse, index: number) => void, timeoutSeconds = 60) {
  let requests = 0;
  const server = createServer((incoming, response) => {
    incoming.resume().on('end', () => answer(response, requests++));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const provider = anthropicProvider({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apiKey: 'k',
    maxRetries: 0,
    timeoutSeconds,
  });
  return { provider, asked: () => requests };
}

const streamOf = (events: readonly { readonly type: string; readonly [field: string]: unknown }[]) =>
  events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
const START = { type: 'message_start', message: { id: 'm', model: 'x', usage: { input_tokens: 3, output_tokens: 1 } } };
const STOP = { type: 'message_stop' };
const end = (usage?: unknown) => ({
  type: 'message_delta',
  delta: { stop_reason: 'end_turn' },
  ...(usage === undefined ? {} : { usage }),
});
const block = (content_block: object, ...deltas: object[]) => [
  { type: 'content_block_start', index: 0, content_block },
  ...deltas.map((delta) => ({ type: 'content_block_delta', index: 0, delta })),
  { type: 'content_block_stop', index: 0 },
];
const hello = block({ type: 'text', text: '' }, { type: 'text_delta', text: 'Hello.' });
const WHOLE = streamOf([START, ...hello, end({ output_tokens: 5 }), STOP]);

describe('an answer longer than it may be is ended (F3)', () => {
  const MORE = 'x'.repeat(10_000);
  it.each([
    ['text', { type: 'text', text: '' }, { type: 'text_delta', text: MORE }],
    ['thinking', { type: 'thinking', thinking: '' }, { type: 'thinking_delta', thinking: MORE }],
    [
      'tool input, which nobody sees before its end',
      { type: 'tool_use', id: 't', name: 'T', input: {} },
      { type: 'input_json_delta', partial_json: MORE },
    ],
    ['citations', { type: 'text', text: '' }, { type: 'citations_delta', citation: { cited_text: MORE } }],
    ['a kind of delta that nobody knows', { type: 'new_kind' }, { type: 'new_delta', data: MORE }],
  ])('when it is %s', async (_, start, delta) => {
    let gone = Promise.resolve();
    const { provider, asked } = await gateway((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(streamOf([START, { type: 'content_block_start', index: 0, content_block: start }]));
      gone = new Promise((resolve) => response.once('close', () => resolve()));
      const more = () => {
        if (response.write(streamOf([{ type: 'content_block_delta', index: 0, delta }]))) setImmediate(more);
        else response.once('drain', more);
      };
      more();
    });
    const thrown = await (async () => {
      for await (const _event of provider.stream(request(), { signal: new AbortController().signal, maxAnswerChars: 100_000 }));
    })().catch((error) => error);
    expect([thrown.code, asked()]).toEqual(['MODEL_ANSWER_TOO_LONG', 1]);
    await gone;
  });

  it('when it is very many blocks that begin', async () => {
    const begin = (index: number) => ({ type: 'content_block_start', index, content_block: { type: 'text', text: '' } });
    const { provider } = await gateway((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(streamOf([START, ...Array.from({ length: 10_000 }, (_, index) => begin(index))]));
    });
    const options = { signal: new AbortController().signal, maxAnswerChars: 100_000 };
    const read = async () => {
      for await (const _event of provider.stream(request(), options));
    };
    await expect(read()).rejects.toMatchObject({ code: 'MODEL_ANSWER_TOO_LONG' });
  });
});

describe('a server that sends events which add nothing to the message', () => {
  it.each([
    ['events of a kind that nobody knows', { type: 'new_event' }],
    ['the beginning of the message', START],
    ['its reason to stop', end()],
    ['empty pieces of text', { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: '' } }],
  ])('is silent, if they are %s (F17)', async (_, event) => {
    const { provider } = await gateway((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(streamOf([START, { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }]));
      const timer = setInterval(() => response.write(streamOf([event])), 5);
      response.once('close', () => clearInterval(timer));
    }, 0.5);
    const { error } = await failure(provider);
    expect(error.code).toBe('MODEL_TIMEOUT');
  });
});

describe('a stream that a gateway compresses unasked (F11)', () => {
  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['GZIP', gzipSync],
  ] as const)('with %s is read as what it was', async (encoding, compress) => {
    const { provider, asked } = await gateway((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': encoding });
      response.end(compress(WHOLE));
    });
    expect((await all(provider)).at(-1)).toMatchObject({ type: 'end', usage: { output_tokens: 5 } });
    expect(asked()).toBe(1);
  });

  it.each([
    ['an encoding that nobody knows', 'zebra', WHOLE, 'MODEL_STREAM_INVALID', /has the encoding "zebra"/],
    ['bytes that are not what they say', 'gzip', WHOLE, 'MODEL_STREAM_CUT', /cut off/],
    ['a body that is cut', 'gzip', gzipSync(WHOLE).subarray(0, 60), 'MODEL_STREAM_CUT', /cut off/],
  ])('with %s is an error that says so', async (_, encoding, body, code, words) => {
    const { provider } = await gateway((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': encoding });
      response.end(body);
    });
    const { error } = await failure(provider);
    expect([error.code, error.message]).toEqual([code, expect.stringMatching(words)]);
  });

  it('shows the words of a refusal that is compressed too', async () => {
    const { provider } = await gateway((response) => {
      response.writeHead(400, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      response.end(
        gzipSync(JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message: 'no such thing' } })),
      );
    });
    expect((await failure(provider)).error.message).toContain('no such thing');
  });
});

describe('usage (F5, F16)', () => {
  it.each([
    ['is not reported at all', [{ ...START, message: { id: 'm', model: 'x' } }, ...hello, end(), STOP]],
    ['stands only at the beginning, when the answer was not there', [START, ...hello, end(), STOP]],
    ['is negative', [START, ...hello, end({ output_tokens: -1 }), STOP]],
    ['is text', [START, ...hello, end({ output_tokens: '12' }), STOP]],
    ['is not a map', [START, ...hello, end('much'), STOP]],
  ])('that %s is unknown, never zero', async (_, events) => {
    const { provider } = await gateway((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(streamOf(events as { type: string }[]));
    });
    expect((await all(provider)).at(-1)).toEqual({ type: 'end', stopReason: 'end_turn', usage: undefined });
  });
});

it('half a character goes to the API as a sign that it takes', async () => {
  const provider = await session.start([{ text: 'ok' }]);
  const backslashes = '\\'.repeat(2_000_001);
  const texts = [`${backslashes}\ud800`, '\ud800', 'a\udfffb', '\ud800\ud800', 'whole 🦊', 'escaped \\ud800', 'two \\\\\ud800'];
  await all(provider, request([{ role: 'user', content: texts.map((text) => ({ type: 'text', text })) }]));
  const sent = session.api.requests[0]?.body.messages[0]?.content as unknown as readonly { readonly text: string }[];
  expect(sent.map(({ text }) => text)).toEqual([
    `${backslashes}\ufffd`,
    '\ufffd',
    'a\ufffdb',
    '\ufffd\ufffd',
    'whole 🦊',
    'escaped \\ud800',
    'two \\\\\ufffd',
  ]);
});
