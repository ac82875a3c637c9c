import { chatWire } from '@loadout/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { all, failure, mockSession, request } from '../openai.fixture.js';

const session = mockSession(chatWire);
afterEach(session.close);
const refusing = async (status: number, body: unknown, headers = {}) => {
  const { api, provider } = await session.start([{ fault: { status, body, headers } }], { api: 'chat', maxRetries: 0 });
  const error = await failure(provider);
  return { code: error.code, message: error.message, requests: api.requests.length };
};

describe('the words of a server', () => {
  it.each([
    [
      'a spent account',
      429,
      { error: { message: 'You exceeded your current quota', code: 'insufficient_quota' } },
      'MODEL_BILLING',
    ],
    [
      'a rate limit of Gemini that speaks of a quota',
      429,
      [
        {
          error: {
            code: 429,
            message: 'You exceeded your current quota, please check your plan and billing details.',
            status: 'RESOURCE_EXHAUSTED',
          },
        },
      ],
      'MODEL_RATE_LIMITED',
    ],
    ['no credit', 402, { error: { message: 'Insufficient Balance' } }, 'MODEL_BILLING'],
    [
      'a long conversation, by its code',
      400,
      { error: { message: 'too big', code: 'context_length_exceeded' } },
      'MODEL_PROMPT_TOO_LONG',
    ],
    [
      'a long conversation of llama.cpp',
      400,
      {
        error: {
          code: 400,
          message: 'request (9000 tokens) exceeds the available context size (8192 tokens)',
          type: 'exceed_context_size_error',
        },
      },
      'MODEL_PROMPT_TOO_LONG',
    ],
    [
      'a long conversation of vLLM',
      400,
      { object: 'error', message: "This model's maximum context length is 4096 tokens.", type: 'BadRequestError', code: 400 },
      'MODEL_PROMPT_TOO_LONG',
    ],
    [
      'a long conversation of Gemini',
      400,
      { error: { message: 'The input token count (2000000) exceeds the maximum number of tokens allowed (1048576).' } },
      'MODEL_PROMPT_TOO_LONG',
    ],
    ['a model that is not there', 404, { error: { message: "model 'x' not found" } }, 'MODEL_NOT_FOUND'],
    [
      'a model that OpenRouter does not know',
      400,
      { error: { message: 'x/y is not a valid model ID', code: 400 } },
      'MODEL_NOT_FOUND',
    ],
    ['an error that is a text', 400, { error: 'tools are not supported' }, 'MODEL_REQUEST_INVALID'],
    ['a detail of a gateway', 422, { detail: [{ msg: 'field required' }] }, 'MODEL_REQUEST_INVALID'],
    [
      'a key that Google refuses (GAP-E2)',
      400,
      [
        {
          error: {
            code: 400,
            message: 'API key not valid. Please pass a valid API key.',
            status: 'INVALID_ARGUMENT',
            details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }],
          },
        },
      ],
      'MODEL_AUTH',
    ],
    ['a page', 403, '<html>denied</html>', 'MODEL_AUTH'],
    ['nothing', 529, '', 'MODEL_OVERLOADED'],
  ])('for %s become the right error', async (_, status, body, code) => {
    expect(await refusing(status, body)).toMatchObject({ code });
  });

  it('are in the message', async () => {
    expect((await refusing(400, { error: 'tools are not supported' })).message).toContain('tools are not supported');
  });
});

it('the wait that Google names in its error is kept (RETRY-02)', async () => {
  const body = { error: { message: 'slow down', details: [{ retryDelay: '34s' }] } };
  expect((await refusing(429, body)).message).toContain('asks to wait 34 s');
});

it('rate limits of the headers are reported, also of a refusal (RETRY-06)', async () => {
  const headers = {
    'x-ratelimit-limit-requests': '100',
    'x-ratelimit-remaining-requests': '10',
    'x-ratelimit-reset-requests': '6m0s',
    'retry-after-ms': '1',
  };
  const { provider } = await session.start([{ fault: { status: 429, headers } }, { text: 'ok' }], { api: 'chat' });
  const events = await all(provider);
  expect(events[0]).toMatchObject({
    type: 'rate_limits',
    limits: [{ name: 'requests', used: 0.9, resetsAt: expect.any(Number) }],
  });
  expect(events[1]).toMatchObject({ type: 'retry', status: 429 });
});

it('an error with the status 200 is an error', async () => {
  const { provider } = await session.start([{ fault: { status: 200, body: { error: { message: 'busy', code: 503 } } } }], {
    maxRetries: 0,
    api: 'chat',
  });
  expect(await failure(provider)).toMatchObject({ code: 'MODEL_OVERLOADED' });
});

it('a key that cannot be sent is an error that does not show it', async () => {
  const { provider } = await session.start([], { api: 'chat', apiKey: 'sk-first\nsecond-line' });
  const error = await failure(provider);
  expect([error.code, `${error.message} ${String(error.cause)}`]).toEqual([
    'MODEL_REQUEST_UNSENDABLE',
    expect.not.stringMatching(/sk-first|second-line/),
  ]);
});

it('a server of this machine to which nobody listens is asked once more, then named with the way to start it', async () => {
  const { api, provider } = await session.start([], { preset: 'ollama', maxRetries: 9 });
  await api.close();
  const events: unknown[] = [];
  const running = (async () => {
    for await (const event of provider.stream(request(), { signal: new AbortController().signal })) events.push(event);
  })();
  await expect(running).rejects.toMatchObject({
    code: 'MODEL_UNREACHABLE',
    message: expect.stringContaining(`${api.url} cannot be reached, after 2 attempts`),
    fix: 'Start the server: ollama serve. Check the network, baseUrl, and that the server is running.',
  });
  expect(events).toMatchObject([{ type: 'retry', attempt: 1 }]);
});

it('a server that is not there is named', async () => {
  const { api, provider } = await session.start([], { api: 'chat', maxRetries: 0 });
  await api.close();
  expect(await failure(provider)).toMatchObject({ code: 'MODEL_UNREACHABLE', message: expect.stringContaining('ECONNREFUSED') });
});

it.each([
  [
    'a field',
    'error: {"code":500,"message":"Context size has been exceeded.","type":"server_error"}\n\n',
    'MODEL_PROMPT_TOO_LONG',
  ],
  ['an event by name', 'event: error\ndata: {"message":"slow down","code":429}\n\n', 'MODEL_RATE_LIMITED'],
  ['an event by name with a text', 'event: error\ndata: upstream failed\n\n', 'MODEL_SERVER_ERROR'],
  [
    'an object of vLLM',
    'data: {"object":"error","message":"maximum context length is 9","code":400}\n\n',
    'MODEL_PROMPT_TOO_LONG',
  ],
])('an error in the stream is read from %s (GAP-E3)', async (_, stream, code) => {
  const start = 'data: {"id":"c1","choices":[{"index":0,"delta":{"content":"Hi"}}]}\n\n';
  for (const before of ['', start]) {
    const { provider } = await session.start([{ stream: before + stream }], { api: 'chat', maxRetries: 0 });
    expect(await failure(provider)).toMatchObject({ code });
  }
});
