import { request } from 'node:http';
import { type AnyTool, defineTool } from '@loadout/core';
import type { ServedTools } from '@loadout/core/commands';
import { assembleToolPool } from '@loadout/core/run';
import { describe, expect, it } from 'vitest';
import { afterThis } from '../testing/with-servers.js';
import { serveHttp } from './serve-http.js';

const TOKEN = 'the-token';
const HEADERS = {
  authorization: `Bearer ${TOKEN}`,
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

const tool = (name: string): AnyTool => defineTool({ name, description: name, inputSchema: { type: 'object' }, call: () => '' });

/** A server whose calls echo, wait until they are aborted, or give eight megabytes. Sessions are numbered. */
async function hostileSite() {
  const waiting: { readonly session: number; readonly signal: AbortSignal }[] = [];
  const faults: Error[] = [];
  let sessions = 0;
  const served: ServedTools = {
    name: 'hostile',
    version: '1',
    open: async () => {
      sessions += 1;
      const session = sessions;
      return {
        pool: assembleToolPool({ baseTools: ['Echo', 'Wait', 'Big'].map(tool) }),
        call: async ({ name, input, signal }) => {
          const given = new AbortController().signal;
          if (name === 'Wait') await aborted(waiting, { session, signal: signal ?? given });
          const text = name === 'Big' ? 'x'.repeat(8_000_000) : `${session}: ${JSON.stringify(input)}`;
          return { result: { toolUseId: 't', content: text, typedContent: [{ type: 'text', text }], isError: false } };
        },
        close: async () => {},
      };
    },
  };
  const endpoint = await serveHttp(served, { token: TOKEN, onFault: (error) => faults.push(error) });
  afterThis(() => endpoint.close());
  return { url: endpoint.url, waiting, faults };
}

type Waiting = { readonly session: number; readonly signal: AbortSignal };

const aborted = (waiting: Waiting[], one: Waiting) =>
  new Promise<void>((resolve) => {
    one.signal.addEventListener('abort', () => resolve(), { once: true });
    waiting.push(one);
  });

const post = (url: string, body: unknown, more: { headers?: Record<string, string>; signal?: AbortSignal } = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { ...HEADERS, ...more.headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(more.signal === undefined ? {} : { signal: more.signal }),
  });

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

const call = (name: string, input: object = {}, id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: input },
});

/** The messages of an answer, which is JSON or a stream. */
const messagesOf = async (response: Response): Promise<readonly Readonly<Record<string, unknown>>[]> => {
  const text = await response.text();
  const parts = [...text.matchAll(/^data: (.+)$/gm)].map(([, json]) => json);
  return (parts.length > 0 ? parts : [text]).map((json) => JSON.parse(json || 'null'));
};

/** A client that keeps the rules: with a session of its own. */
async function opened(url: string) {
  const begun = await post(url, INITIALIZE);
  await begun.text();
  const headers = { 'mcp-session-id': begun.headers.get('mcp-session-id') ?? '', 'mcp-protocol-version': '2025-11-25' };
  await post(url, { jsonrpc: '2.0', method: 'notifications/initialized' }, { headers });
  const send = (body: unknown, signal?: AbortSignal) => post(url, body, { headers, ...(signal === undefined ? {} : { signal }) });
  const end = () => fetch(url, { method: 'DELETE', headers: { ...HEADERS, ...headers } });
  return { headers, send, end };
}

/** Fails unless a new client gets its answer. */
async function checkAlive(url: string): Promise<void> {
  const [message] = await messagesOf(await (await opened(url)).send(call('Echo', { alive: true }, 7)));
  expect(message).toMatchObject({ id: 7, result: { content: [{ text: expect.stringContaining('{"alive":true}') }] } });
}

describe('a client of serve mcp --http', () => {
  it('that comes in the wrong order is refused, and hurts nobody', async () => {
    const { url, faults } = await hostileSite();
    const first = await opened(url);
    const statuses = [
      await post(url, call('Echo')),
      await post(url, call('Echo'), { headers: { 'mcp-session-id': 'made-up', 'mcp-protocol-version': '2025-11-25' } }),
      await first.send({ ...INITIALIZE, id: 1 }),
      await first.end(),
      await first.end(),
      await first.send(call('Echo')),
      await post(`${new URL(url).origin}//`, call('Echo')),
    ].map(({ status }) => status);
    expect(statuses).toEqual([400, 404, 400, 200, 404, 404, 404]);
    await checkAlive(url);
    expect(faults).toEqual([]);
  });

  it.each([
    ['a megabyte long', 'i'.repeat(1_000_000)],
    ['no number that counts', 1.5e300],
    ['below zero', -1],
    ['the name of a member of every object', '__proto__'],
  ])('whose id is %s gets it back, or an error', async (_, id) => {
    const { url } = await hostileSite();
    const answer = await (await opened(url)).send(call('Echo', {}, id));
    const [message] = await messagesOf(answer);
    expect(answer.ok ? message?.id === id : message?.error !== undefined).toBe(true);
    await checkAlive(url);
  });

  it.each([
    ['an id that is an object', call('Echo', {}, { a: 1 })],
    ['no JSON', '{"jsonrpc": '],
    ['a list of nothing', []],
    ['a thousand calls in one', Array.from({ length: 1000 }, (_, id) => call('Echo', {}, id))],
    ['lists in lists', '['.repeat(100_000)],
    ['a name without an end', call('x'.repeat(500_000))],
    ['an answer that nobody asked for', { jsonrpc: '2.0', id: 99, result: { action: 'accept' } }],
  ])('that sends %s is answered, and the session goes on', async (_, body) => {
    const { url } = await hostileSite();
    const client = await opened(url);
    const answer = await client.send(body);
    expect(answer.status).toBeLessThan(500);
    await answer.text();
    expect(await messagesOf(await client.send(call('Echo', {}, 5)))).toMatchObject([{ id: 5, result: {} }]);
    await checkAlive(url);
  });

  it('cannot cancel a call of another session by its id', async () => {
    const { url, waiting } = await hostileSite();
    const [ours, theirs] = [await opened(url), await opened(url)];
    const gone = new AbortController();
    const asked = ours.send(call('Wait', {}, 1), gone.signal).catch(() => undefined);
    await expect.poll(() => waiting.length).toBe(1);
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    await theirs.send(cancel);
    // An answer behind it shows that the note was read.
    await messagesOf(await theirs.send(call('Echo', {}, 2)));
    expect(waiting[0]?.signal.aborted).toBe(false);
    await ours.send(cancel);
    await expect.poll(() => waiting[0]?.signal.aborted).toBe(true);
    gone.abort();
    await asked;
  });

  it('that uses an id twice at once is refused the second call, and can still cancel the first', async () => {
    const { url, waiting } = await hostileSite();
    const client = await opened(url);
    const gone = new AbortController();
    const first = client.send(call('Wait', {}, 1), gone.signal).catch(() => undefined);
    await expect.poll(() => waiting.length).toBe(1);
    const second = await client.send(call('Wait', {}, 1));
    expect([second.status, await messagesOf(second)]).toMatchObject([
      400,
      [{ error: { message: expect.stringContaining('id') } }],
    ]);
    expect((await client.send([call('Echo', {}, 2), call('Echo', {}, 2)])).status).toBe(400);
    expect(await messagesOf(await client.send(call('Echo', {}, 3)))).toMatchObject([{ id: 3 }]);
    await client.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    await expect.poll(() => waiting[0]?.signal.aborted).toBe(true);
    gone.abort();
    await first;
    await checkAlive(url);
  });

  it('that goes away, and uses the id of its call again, leaves no call behind its session', async () => {
    const { url, waiting } = await hostileSite();
    const client = await opened(url);
    for (const count of [1, 2]) {
      const gone = new AbortController();
      const asked = client.send(call('Wait', {}, 1), gone.signal).catch(() => undefined);
      await expect.poll(() => waiting.length).toBe(count);
      gone.abort();
      await asked;
      await expect.poll(async () => (await client.send(call('Echo', {}, count + 1))).status).toBe(200);
    }
    await client.end();
    await expect.poll(() => waiting.every(({ signal }) => signal.aborted)).toBe(true);
    await checkAlive(url);
  });

  it('that loses its connection and ends its session stops its call', async () => {
    const { url, waiting } = await hostileSite();
    const client = await opened(url);
    const gone = new AbortController();
    const asked = client.send(call('Wait'), gone.signal).catch(() => undefined);
    await expect.poll(() => waiting.length).toBe(1);
    gone.abort();
    await asked;
    await client.end();
    await expect.poll(() => waiting[0]?.signal.aborted).toBe(true);
    await checkAlive(url);
  });

  it('that never reads its answers keeps nobody else waiting', async () => {
    const { url } = await hostileSite();
    const client = await opened(url);
    const sockets = Array.from({ length: 10 }, (_, id) => {
      const sent = request(url, { method: 'POST', headers: { ...HEADERS, ...client.headers } }, (answer) => answer.pause());
      sent.on('error', () => {});
      sent.end(JSON.stringify(call('Big', {}, id + 10)));
      return sent;
    });
    await Promise.all(sockets.map((sent) => new Promise((resolve) => sent.once('response', resolve))));
    expect(await messagesOf(await client.send(call('Echo', {}, 3)))).toMatchObject([{ id: 3 }]);
    await checkAlive(url);
    for (const sent of sockets) sent.destroy();
  });
});
