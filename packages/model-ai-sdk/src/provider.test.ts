import { afterEach, describe, expect, it } from 'vitest';
import {
  all,
  blocks,
  failure,
  fake,
  finish,
  install,
  projectWith,
  removeFolders,
  request,
  text,
  user,
} from './fake-provider.test-kit.js';
import { aiSdkProvider } from './provider.js';

afterEach(removeFolders);

const answer = [...text('x'), finish()];
const apiError = (statusCode: number | undefined, fields: object = {}) =>
  Object.assign(new Error('the server said no to key-12345678'), {
    name: 'AI_APICallError',
    statusCode,
    responseHeaders: { 'retry-after-ms': '1' },
    isRetryable: statusCode === undefined || statusCode === 429 || statusCode >= 500,
    ...fields,
  });

const enqueue = (to: ReadableStreamDefaultController) => {
  for (const part of text('x')) to.enqueue(part);
};

describe('the package', () => {
  it('is found from the folder of the configuration, and loaded for the first request', async () => {
    const { provider, calls } = fake([answer]);
    expect([provider.name, provider.api, provider.missing?.()]).toEqual(['ai-sdk', 'ai-sdk:fake', undefined]);
    await all(provider);
    expect(calls).toHaveLength(1);
  });

  it('that is not installed is an error with the line that installs it', async () => {
    const provider = aiSdkProvider({ package: '@ai-sdk/not-here' }, { configDir: projectWith(), env: {} });
    expect(provider.missing?.()).toEqual({
      why: '@ai-sdk/not-here is not installed',
      fix: 'Run npm install @ai-sdk/not-here in the project of the configuration.',
    });
    const { error } = await failure(provider);
    expect([error.code, error.fix]).toEqual(['AI_SDK_MISSING', expect.stringContaining('npm install @ai-sdk/not-here')]);
  });

  it('may be installed after a request has failed', async () => {
    const configDir = projectWith();
    const provider = aiSdkProvider({ package: 'late' }, { configDir, env: {} });
    expect((await failure(provider)).error.code).toBe('AI_SDK_MISSING');
    install(configDir, 'late');
    expect((await failure(provider)).error.code).not.toBe('AI_SDK_MISSING');
  });

  it.each([
    ['@ai-sdk/google', 'npm install @ai-sdk/google@3 '],
    ['my-provider', 'npm install my-provider '],
  ])('of version 2 is refused with the version to install: %s', async (name, line) => {
    const { error } = await failure(fake([answer], { name, version: 'v2' }).provider);
    expect([error.code, error.fix]).toEqual(['AI_SDK_VERSION', expect.stringContaining(line)]);
  });

  it.each([
    ['export const createA = () => {}, createB = () => {};', {}, /createA, createB/],
    ['export const createA = () => ({});', { create: 'createC' }, /no function createC/],
    ['export const createA = () => ({});', {}, /no function languageModel/],
    ['throw new Error("broken");', {}, /does not load: broken/],
  ])('says what is wrong with it', async (source, options, problem) => {
    const configDir = projectWith();
    install(configDir, 'odd', source);
    const { error } = await failure(aiSdkProvider({ package: 'odd', ...options }, { configDir, env: {} }));
    expect([error.code, error.message]).toEqual(['AI_SDK_PACKAGE', expect.stringMatching(problem)]);
  });
});

it('a function that a package offers under two names is one function', async () => {
  const configDir = projectWith();
  install(configDir, 'twice', 'export const createA = () => ({}); export const createB = createA;');
  const { error } = await failure(aiSdkProvider({ package: 'twice' }, { configDir, env: {} }));
  expect(error.message).toMatch(/no function languageModel/);
});

describe('a failure', () => {
  it.each([
    [400, 'MODEL_REQUEST_INVALID'],
    [401, 'MODEL_AUTH'],
    [402, 'MODEL_BILLING'],
    [403, 'MODEL_AUTH'],
    [404, 'MODEL_NOT_FOUND'],
    [413, 'MODEL_PROMPT_TOO_LONG'],
  ])('of status %i is %s and is never asked again (RETRY-04)', async (status, code) => {
    const { provider, calls } = fake([apiError(status), answer]);
    expect([(await failure(provider)).error.code, calls.length]).toEqual([code, 1]);
  });

  it.each([
    [408, 'MODEL_SERVER_ERROR'],
    [429, 'MODEL_RATE_LIMITED'],
    [500, 'MODEL_SERVER_ERROR'],
    [503, 'MODEL_OVERLOADED'],
    [529, 'MODEL_OVERLOADED'],
    [undefined, 'MODEL_UNREACHABLE'],
  ])('of status %s is asked again, as long as the server wants, then is %s (RETRY-01)', async (status, code) => {
    const cause = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    const one = apiError(status, { isRetryable: true, ...(status === undefined ? { cause, responseHeaders: undefined } : {}) });
    const maxRetryWaitSeconds = status === undefined ? 0 : 120;
    const { provider, calls } = fake([one, one, one], { maxRetries: 2, maxRetryWaitSeconds });
    const { error, events } = await failure(provider);
    const retries = status === undefined ? 0 : 2;
    expect([error.code, calls.length, events.length]).toEqual([code, retries + 1, retries]);
  });

  it('never shows a key', async () => {
    const { error } = await failure(fake([apiError(400)], { settings: { apiKey: 'key-12345678' } }).provider);
    expect(error.message).not.toContain('12345678');
  });

  it('by a spent quota is not a rate limit, whatever its status; a quota in words is (RETRY-02)', async () => {
    const spent = apiError(429, { data: { error: { code: 'insufficient_quota', message: 'x' } } });
    expect((await failure(fake([spent]).provider)).error.code).toBe('MODEL_BILLING');
    const gemini = Object.assign(apiError(429), { message: 'You exceeded your current quota, please check your plan.' });
    expect((await failure(fake([gemini], { maxRetries: 0 }).provider)).error.code).toBe('MODEL_RATE_LIMITED');
  });

  it('by a key that Google refuses is one of authentication (GAP-E2)', async () => {
    const error = { code: 400, message: 'API key not valid. Please pass a valid API key.', status: 'INVALID_ARGUMENT' };
    const refused = Object.assign(apiError(400, { data: { error } }), { message: error.message });
    expect((await failure(fake([refused]).provider)).error.code).toBe('MODEL_AUTH');
  });

  it('of a missing key says which variable', async () => {
    const error = Object.assign(new Error('Google key is missing. Set GOOGLE_X.'), { name: 'AI_LoadAPIKeyError' });
    expect((await failure(fake([error]).provider)).error).toMatchObject({ code: 'MODEL_KEY_MISSING', message: /GOOGLE_X/ });
  });

  it('in the stream is asked again while nothing has been shown, and never after', async () => {
    const error = { type: 'error', error: { type: 'overloaded_error', message: 'busy' } };
    const early = fake([[{ type: 'stream-start', warnings: [] }, error], answer]);
    const events = await all(early.provider).catch(() => []);
    expect([early.calls.length, blocks(events).length]).toEqual([2, 1]);
    const late = fake([[...text('x'), error], answer]);
    expect([(await failure(late.provider)).error.code, late.calls.length]).toEqual(['MODEL_OVERLOADED', 1]);
  });

  it('of the connection in the middle of an answer is a cut', async () => {
    const broken = async () => ({
      stream: new ReadableStream(
        {
          start: enqueue,
          pull: (controller) => controller.error(new TypeError('terminated')),
        },
        { highWaterMark: 0 },
      ),
    });
    expect((await failure(fake([broken]).provider)).error.code).toBe('MODEL_STREAM_CUT');
  });
});

describe('an abort', () => {
  it.each(['before the answer', 'within it'])('ends a provider that does not listen, %s', async (when) => {
    let aborted = false;
    const deaf = (options: { abortSignal?: AbortSignal | undefined }) => {
      options.abortSignal?.addEventListener('abort', () => {
        aborted = true;
      });
      return when === 'within it' ? Promise.resolve({ stream: new ReadableStream() }) : new Promise<never>(() => {});
    };
    const { provider, calls } = fake([deaf]);
    const controller = new AbortController();
    const failed = failure(provider, request(), controller.signal);
    while (calls.length === 0) await new Promise(setImmediate);
    controller.abort(new Error('enough'));
    expect((await failed).error).toMatchObject({ code: 'MODEL_ABORTED', cause: { message: 'enough' } });
    expect(aborted).toBe(true);
  });

  it('that came before asks nobody', async () => {
    const { provider, calls } = fake([answer]);
    expect((await failure(provider, request(), AbortSignal.abort())).error.code).toBe('MODEL_ABORTED');
    expect(calls).toHaveLength(0);
  });

  it('comes to the provider when the reader leaves', async () => {
    let signal: AbortSignal | undefined;
    const endless = async (options: { abortSignal?: AbortSignal | undefined }) => {
      signal = options.abortSignal;
      return { stream: new ReadableStream({ start: (to) => enqueue(to) }) };
    };
    const { provider } = fake([endless]);
    for await (const event of provider.stream(request(), { signal: new AbortController().signal }))
      if (event.type === 'block') break;
    expect(signal?.aborted).toBe(true);
  });
});

it('a silent provider is given up', async () => {
  const silent = async () => ({ stream: new ReadableStream() });
  const { provider } = fake([silent], { timeoutSeconds: 0.02, maxRetries: 0 });
  expect((await failure(provider)).error.code).toBe('MODEL_TIMEOUT');
});

describe('warnings of the provider', () => {
  const warned = [
    { type: 'stream-start', warnings: [{ type: 'unsupported', feature: 'temperature', details: 'It has none' }] },
    ...answer,
  ];

  it('are told once in a conversation', async () => {
    const { provider } = fake([warned, warned, warned]);
    const messages = [user('hi')];
    const notices = (events: Awaited<ReturnType<typeof all>>) => events.filter(({ type }) => type === 'notice');
    expect(notices(await all(provider, request({ messages })))).toEqual([
      { type: 'notice', message: 'fake does not support temperature: It has none.' },
    ]);
    expect(notices(await all(provider, request({ messages: [...messages, user('more')] })))).toEqual([]);
    expect(notices(await all(provider, request()))).toHaveLength(1);
  });

  it.each([
    [{ type: 'compatibility', feature: 'schema' }, 'fake changed schema to what the model knows.'],
    [{ type: 'deprecated', setting: 'x', message: 'Use y.' }, 'x of fake is deprecated: Use y.'],
    [{ type: 'other', message: 'Odd' }, 'fake warns: Odd.'],
    [{ type: 'new', x: 1 }, 'fake warns: {"type":"new","x":1}.'],
  ])('of every kind are sentences', async (warning, message) => {
    const events = await all(fake([[{ type: 'stream-start', warnings: [warning] }, ...answer]]).provider);
    expect(events[0]).toEqual({ type: 'notice', message });
  });
});

it('raw chunks come before the events that were made from them', async () => {
  const { provider, calls } = fake([[{ type: 'raw', rawValue: 1 }, ...text('x'), { type: 'raw', rawValue: 2 }, finish()]]);
  const types: string[] = [];
  for await (const event of provider.stream(request(), { signal: new AbortController().signal, raw: true }))
    types.push(event.type);
  expect(types).toEqual(['raw', 'start', 'text', 'block', 'raw', 'end']);
  expect(calls[0]?.includeRawChunks).toBe(true);
});

it('secrets are settings with the name of one, and the variables that provider packages read', () => {
  const settings = {
    apiKey: 'key-in-settings',
    headers: { Authorization: 'Bearer token-in-header' },
    baseURL: 'http://localhost',
  };
  const env = {
    GOOGLE_GENERATIVE_AI_API_KEY: 'key-in-environment',
    AWS_SESSION_TOKEN: 'session-token',
    AWS_REGION: 'eu-central-1',
  };
  const provider = aiSdkProvider({ package: 'x', settings }, { configDir: '/', env });
  expect(provider.secrets?.()).toEqual(
    expect.arrayContaining(['key-in-settings', 'token-in-header', 'key-in-environment', 'session-token']),
  );
  expect(provider.secrets?.()).not.toContain('eu-central-1');
  expect(provider.secrets?.()).not.toContain('http://localhost');
});
