import { afterEach, describe, expect, it } from 'vitest';
import { all, failure, mockSession, request } from './mock-session.fixture.js';
import { anthropicProvider } from './provider.js';

const session = mockSession();
afterEach(session.close);

describe('the request', () => {
  it('carries the key, the version and the betas, known ones and others (LOOP-11)', async () => {
    const from = await session.start([{ text: 'x' }], { betas: ['one', 'two'], apiVersion: '2023-06-01' });
    await all(from, { ...request(), betas: ['two', 'three'] });
    expect(session.api.requests[0]?.headers).toMatchObject({
      'x-api-key': 'test-key-123',
      'anthropic-version': '2023-06-01',
      'anthropic-beta': 'one,two,three',
      'content-type': 'application/json',
    });
    expect(session.api.invalid).toEqual([]);
  });

  it('goes to a local server without a key, with the headers that it wants', async () => {
    await session.start([{ text: 'x' }]);
    const provider = anthropicProvider({
      baseUrl: `${session.api.url}/v1`,
      headers: { 'X-Api-Key': 'local', 'user-agent': null },
    });
    expect(provider.missing?.()).toBeUndefined();
    await all(provider);
    expect(session.api.requests[0]?.headers).toMatchObject({ 'x-api-key': 'local' });
    expect(session.api.requests[0]?.headers.authorization).toBeUndefined();
    expect(session.api.requests[0]?.headers['user-agent']).toBeUndefined();
  });

  it('is not made without a key', async () => {
    const provider = anthropicProvider({ headers: { authorization: null } });
    expect(provider.missing?.()).toEqual({ why: 'ANTHROPIC_API_KEY is not set', fix: 'Set ANTHROPIC_API_KEY.' });
    expect((await failure(provider)).error.code).toBe('MODEL_KEY_MISSING');
  });
});

describe('an abort', () => {
  it('ends the connection and throws, while the answer is awaited', async () => {
    const from = await session.start([{ fault: 'hang' }]);
    const controller = new AbortController();
    const failed = failure(from, controller.signal);
    while (session.api.requests.length === 0) await new Promise(setImmediate);
    controller.abort(new Error('enough'));
    expect((await failed).error).toMatchObject({ code: 'MODEL_ABORTED', cause: { message: 'enough' } });
    await session.api.requests[0]?.disconnected;
  });

  it('ends the connection while the answer streams, also when the reader just stops reading', async () => {
    const hold = new Promise<void>(() => {});
    const from = await session.start([
      { text: 'a', hold },
      { text: 'b', hold },
    ]);
    const controller = new AbortController();
    const stream = from.stream(request(), { signal: controller.signal })[Symbol.asyncIterator]();
    while ((await stream.next()).value?.type !== 'block');
    const next = stream.next();
    controller.abort();
    await expect(next).rejects.toMatchObject({ code: 'MODEL_ABORTED' });
    await session.api.requests[0]?.disconnected;
    for await (const event of from.stream(request(), { signal: new AbortController().signal })) if (event.type === 'block') break;
    await session.api.requests[1]?.disconnected;
  });

  it('that came before sends nothing', async () => {
    const from = await session.start([]);
    expect((await failure(from, AbortSignal.abort())).error.code).toBe('MODEL_ABORTED');
    expect(session.api.requests).toHaveLength(0);
  });
});
