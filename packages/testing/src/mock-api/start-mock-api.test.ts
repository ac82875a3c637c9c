import { afterEach, describe, expect, it } from 'vitest';
import type { Reply } from '../wires/reply.js';
import { type MockApi, startMockApi } from './start-mock-api.js';

let api: MockApi | undefined;
afterEach(() => api?.close());

const ask = (body: Record<string, unknown> = {}, signal?: AbortSignal) =>
  fetch(`${api?.url}/v1/messages`, {
    method: 'POST',
    body: JSON.stringify({ model: 'm', max_tokens: 1, stream: true, messages: [{ role: 'user', content: 'hi' }], ...body }),
    signal: signal ?? null,
  });
const start = async (replies: readonly Reply[]) => {
  api = await startMockApi({ replies });
  return api;
};
const events = (text: string) =>
  text
    .split('\n\n')
    .filter((part) => part.startsWith('event'))
    .map((part) => JSON.parse(part.slice(part.indexOf('data: ') + 6)) as { type: string; delta?: unknown });

describe('the mock Messages API', () => {
  it('streams the events of a message in the order of the API', async () => {
    await start([{ thinking: 'hm', text: ['a', 'b'], tools: [{ name: 'Read', input: { x: 1 } }], chunkChars: 4 }]);
    const seen = events(await (await ask()).text());
    expect(seen.map((event) => event.type)).toEqual([
      'message_start',
      'ping',
      ...['content_block_start', 'content_block_delta', 'content_block_delta', 'content_block_stop'],
      ...['content_block_start', 'content_block_delta', 'content_block_delta', 'content_block_stop'],
      ...['content_block_start', 'content_block_delta', 'content_block_delta', 'content_block_stop'],
      'message_delta',
      'message_stop',
    ]);
    expect(seen.filter((event) => event.type === 'message_delta')[0]?.delta).toEqual({
      stop_reason: 'tool_use',
      stop_sequence: null,
    });
  });

  it('answers a request that does not stream with one message', async () => {
    await start([{ text: 'hello', tools: [{ name: 'Read', input: { x: 1 } }] }]);
    const message = (await (await ask({ stream: false })).json()) as { content: unknown[]; stop_reason: string };
    expect(message.content).toMatchObject([
      { type: 'text', text: 'hello' },
      { type: 'tool_use', name: 'Read', input: { x: 1 } },
    ]);
    expect(message.stop_reason).toBe('tool_use');
  });

  it('gives tools ids that no other request has, also when one reply object is used again', async () => {
    const reply: Reply = { tools: [{ name: 'Read' }] };
    await start([reply, reply]);
    const ids = [await (await ask()).text(), await (await ask()).text()].map((text) => /toolu_\w+/.exec(text)?.[0]);
    expect(ids[0]).toBeDefined();
    expect(ids[0]).not.toBe(ids[1]);
  });

  it('records each request with headers, bytes and body', async () => {
    const mock = await start([{ text: 'x' }]);
    await (await ask()).text();
    expect(mock.requests[0]).toMatchObject({ index: 0, method: 'POST', path: '/v1/messages', body: { model: 'm' } });
    expect(mock.requests[0]?.bytes).toBeGreaterThan(20);
    expect(mock.requests[0]?.headers['content-type']).toContain('text/plain');
  });

  it('tells when the whole answer had been written, and nothing of one that never was', async () => {
    const mock = await start([{ text: 'x' }, { fault: { status: 500 } }, { text: 'x', fault: { cutAfterBlocks: 0 } }]);
    for (let index = 0; index < 3; index++) await ask().then((response) => response.text().catch(() => ''));
    const times = mock.requests.map(({ receivedAt, answeredAt }) => answeredAt !== undefined && answeredAt >= receivedAt);
    expect(times).toEqual([true, true, false]);
  });

  it('says in `invalid` what the API would refuse, and when the script has run out', async () => {
    const mock = await start([{ text: 'x' }]);
    await (await ask({ messages: [{ role: 'assistant', content: 'x' }] })).text();
    expect((await ask()).status).toBe(400);
    expect(mock.invalid).toHaveLength(2);
    expect(mock.invalid.join('\n')).toContain('message 0 has the role "assistant"');
    expect(mock.invalid.join('\n')).toContain('request 2 came, but the mock has no reply left');
  });

  it('makes a reply from the request', async () => {
    api = await startMockApi({ replies: (request, index) => ({ text: `${index}:${request.body.model}` }) });
    expect(await (await ask()).text()).toContain('"text":"0:m"');
  });

  it('keeps the stream open after a block for as long as the test holds it', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await start([{ text: 'first', tools: [{ name: 'Read' }], hold: (block) => (block === 0 ? held : Promise.resolve()) }]);
    const reader = (await ask()).body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!text.includes('content_block_stop')) text += (await reader?.read())?.value ?? '';
    expect(text).not.toContain('tool_use');
    release();
    while (!text.includes('message_stop')) text += (await reader?.read())?.value ?? '';
    expect(text).toContain('tool_use');
  });

  it('plays each fault', async () => {
    await start([
      { fault: { status: 529, headers: { 'retry-after': '7' } } },
      { text: 'abc', fault: { cutAfterBlocks: 0 } },
      { text: 'abc', fault: { cutAfterBytes: 20 } },
      { text: 'abc', fault: { errorEvent: { type: 'overloaded_error', message: 'busy' }, afterBlocks: 1 } },
    ]);
    const overloaded = await ask();
    expect([overloaded.status, overloaded.headers.get('retry-after')]).toEqual([529, '7']);
    expect(await overloaded.json()).toMatchObject({ error: { type: 'overloaded_error' } });
    await expect(ask().then((response) => response.text())).rejects.toThrow();
    await expect(ask().then((response) => response.text())).rejects.toThrow();
    expect(events(await (await ask()).text()).at(-1)).toEqual({
      type: 'error',
      error: { type: 'overloaded_error', message: 'busy' },
    });
  });

  it('compresses an answer unasked, replaces a whole stream, and sends without an end until the client leaves', async () => {
    const mock = await start([{ text: 'abc', encoding: 'gzip' }, { stream: 'data: odd\n\n' }, { text: 'abc', fault: 'endless' }]);
    const packed = await ask();
    expect([packed.headers.get('content-encoding'), await packed.text()]).toEqual([
      'gzip',
      expect.stringContaining('message_stop'),
    ]);
    expect(await (await ask()).text()).toBe('data: odd\n\n');
    const reader = (await ask()).body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (text.split('"abc"').length < 5) text += (await reader?.read())?.value ?? '';
    await reader?.cancel();
    await mock.requests[2]?.disconnected;
  });

  it('tells when a client leaves, and closes with a request still hanging', async () => {
    const mock = await start([{ fault: 'hang' }, { fault: 'hang' }]);
    const controller = new AbortController();
    const left = ask({}, controller.signal).catch(() => 'left');
    while (mock.requests.length < 1) await new Promise(setImmediate);
    controller.abort();
    expect(await left).toBe('left');
    await mock.requests[0]?.disconnected;
    const hanging = ask().catch(() => 'closed');
    while (mock.requests.length < 2) await new Promise(setImmediate);
    await mock.close();
    expect(await hanging).toBe('closed');
  });
});
