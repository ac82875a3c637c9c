import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import Anthropic from '@anthropic-ai/sdk';
import { readText } from '@loadout/node/http';
import { startMockApi } from '@loadout/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { serialiseRequest } from '../request/serialise-request.js';
import { apiClient } from './api-client.js';
import { connectionOf } from './connection.js';

const body = [Buffer.from('{"model":"m","max_tokens":1,"stream":true,"messages":[{"role":"user","content":"hi"}]}')];
const options = { signal: new AbortController().signal, betas: [] };
const clientFor = (baseUrl: string, timeoutSeconds = 5) => apiClient(connectionOf({ baseUrl }, {}), { timeoutSeconds });

/** Headers in which the SDK and the runtime's `fetch` tell about themselves; no API asks for them. */
const ABOUT_THE_SENDER = /^(accept-encoding|accept-language|sec-fetch-mode|user-agent|x-stainless-.*)$/;

const asked = (headers: IncomingHttpHeaders = {}) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ABOUT_THE_SENDER.test(name)));

let stop = () => {};
afterEach(() => {
  stop();
  vi.unstubAllEnvs();
});

/** The address of a server that is stopped after the test. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('the client', () => {
  it('sends what messages.create of the Anthropic SDK sends with a token, but for what that says of itself: path, headers, fields of the body', async () => {
    const api = await startMockApi({ replies: () => ({ text: 'x' }) });
    const system = [{ type: 'text' as const, text: 'You are é.' }];
    const tools = [{ name: 'Read', description: 'Reads.', input_schema: { type: 'object' as const } }];
    const messages = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'hi' }] }];
    const sdk = new Anthropic({ baseURL: api.url, authToken: 'k', apiKey: null, maxRetries: 0, timeout: 5000, logLevel: 'off' });
    const fields = { model: 'm', max_tokens: 7, system, tools, messages, stream: true as const };
    await (await sdk.messages.create(fields, { headers: { 'anthropic-beta': 'a,b' } }).asResponse()).text();
    const sent = serialiseRequest({ model: 'm', maxOutputTokens: 7, system, tools, messages, promptCache: 'off' });
    const client = apiClient(connectionOf({ baseUrl: api.url, authToken: 'k' }, {}), { timeoutSeconds: 5 });
    await readText((await client.post(sent, { ...options, betas: ['a', 'b'] })).body);
    const [theirs, ours] = api.requests;
    expect([ours?.method, ours?.path, asked(ours?.headers)]).toEqual([theirs?.method, theirs?.path, asked(theirs?.headers)]);
    expect(Object.keys(asked(ours?.headers))).toContain('anthropic-version');
    expect(ours?.body).toEqual(theirs?.body);
    expect(ours?.raw).toEqual(Buffer.concat(sent));
    await api.close();
  });

  it('takes nothing from the environment: no credential, no header, no address, no log', async () => {
    vi.stubEnv('ANTHROPIC_API_KEY', 'env-key');
    vi.stubEnv('ANTHROPIC_AUTH_TOKEN', 'env-token');
    vi.stubEnv('ANTHROPIC_BASE_URL', 'http://127.0.0.1:1');
    vi.stubEnv('ANTHROPIC_CUSTOM_HEADERS', 'x-custom: env-header');
    vi.stubEnv('ANTHROPIC_LOG', 'debug');
    const logged = ['debug', 'info', 'warn', 'error', 'log'].map((level) => vi.spyOn(console, level as 'log'));
    const api = await startMockApi({ replies: () => ({ text: 'x' }) });
    await readText((await clientFor(api.url).post(body, options)).body);
    expect(JSON.stringify(api.requests[0]?.headers)).not.toContain('env-');
    expect(process.env.ANTHROPIC_CUSTOM_HEADERS).toBe('x-custom: env-header');
    for (const log of logged) expect(log).not.toHaveBeenCalled();
    vi.restoreAllMocks();
    await api.close();
  });

  it('uses one connection for turn after turn, and another when the server drops it under a request', async () => {
    const served = new Map<unknown, number>();
    const url = await serve((request, response) => {
      const count = (served.get(request.socket) ?? 0) + 1;
      served.set(request.socket, count);
      if (count > 2) request.socket.destroy();
      else request.resume().on('end', () => response.end('ok'));
    });
    const client = clientFor(url);
    for (let turn = 0; turn < 4; turn++) {
      expect(await readText((await client.post(body, options)).body)).toBe('ok');
      await new Promise(setImmediate); // A connection is taken back after the end of the answer.
    }
    expect([...served.values()]).toEqual([3, 2]);
  });

  it('follows no redirect: a credential goes to nobody but the server that was named', async () => {
    const paths: unknown[] = [];
    const url = await serve(({ url: path }, response) => {
      paths.push(path);
      response.writeHead(307, { location: '/elsewhere' }).end('moved');
    });
    await expect(clientFor(url).post(body, options)).rejects.toMatchObject({ status: 307, message: '307 moved' });
    expect(paths).toEqual(['/v1/messages']);
  });

  it('reads no more of an error than is worth reading, and waits for its end no longer than for its head', async () => {
    const endless = await serve((_, response) => {
      response.writeHead(500);
      const more = () => response.destroyed || response.write('x'.repeat(1 << 16), more);
      more();
    });
    await expect(clientFor(endless).post(body, options)).rejects.toMatchObject({ status: 500 });
    stop();
    const silent = await serve((_, response) => response.writeHead(500).write('and then'));
    await expect(clientFor(silent, 0.05).post(body, options)).rejects.toMatchObject({ code: 'MODEL_TIMEOUT' });
  });

  it('gives up a server that says nothing at all', async () => {
    const silent = await serve(() => {});
    await expect(clientFor(silent, 0.05).post(body, options)).rejects.toMatchObject({ code: 'MODEL_TIMEOUT' });
  });
});
