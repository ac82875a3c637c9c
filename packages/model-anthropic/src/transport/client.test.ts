import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BaseAnthropic } from '@anthropic-ai/sdk/client';
import { startMockApi } from '@loadout/testing';
import { describe, expect, it } from 'vitest';
import { createClient } from './client.js';
import { readText } from './read-text.js';

const body = Buffer.from('{"model":"m","max_tokens":1,"stream":true,"messages":[{"role":"user","content":"hi"}]}');
const signal = new AbortController().signal;

describe('the client', () => {
  it('sends what the Anthropic SDK of this version sends: path, credential, version, betas', async () => {
    const api = await startMockApi({ replies: () => ({ text: 'x' }) });
    const sdk = new BaseAnthropic({ baseURL: api.url, apiKey: 'k', maxRetries: 0, logLevel: 'off' });
    await sdk
      .post('/v1/messages', { body, headers: { 'content-type': 'application/json', 'anthropic-beta': 'a,b' } })
      .asResponse();
    const client = createClient({ baseUrl: api.url, apiKey: 'k', headers: {}, secrets: [] }, { timeoutSeconds: 5 });
    await readText(await client.post(body, { signal, betas: ['a', 'b'] }));
    const [theirs, ours] = api.requests;
    const compared = [
      'authorization',
      'x-api-key',
      'anthropic-version',
      'anthropic-beta',
      'content-type',
      'content-length',
      'accept',
    ];
    for (const name of compared) expect([name, ours?.headers[name]]).toEqual([name, theirs?.headers[name]]);
    expect([ours?.method, ours?.path, ours?.raw]).toEqual([theirs?.method, theirs?.path, theirs?.raw]);
    client.close();
    await api.close();
  });

  it('uses one connection for turn after turn, and a new one when the server drops it under a request', async () => {
    const served = new Map<unknown, number>();
    const server = createServer((request: IncomingMessage, response) => {
      const count = (served.get(request.socket) ?? 0) + 1;
      served.set(request.socket, count);
      if (count > 2) request.socket.destroy();
      else request.resume().on('end', () => response.end('ok'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const client = createClient({ baseUrl, headers: {}, secrets: [] }, { timeoutSeconds: 5 });
    for (let turn = 0; turn < 4; turn++) {
      expect(await readText(await client.post(body, { signal, betas: [] }))).toBe('ok');
      await new Promise(setImmediate); // The agent takes the connection back after the end of the answer.
    }
    expect([...served.values()]).toEqual([3, 2]);
    client.close();
    server.closeAllConnections();
    server.close();
  });

  it('gives up a server that says nothing at all', async () => {
    const api = await startMockApi({ replies: [{ fault: 'hang' }] });
    const client = createClient({ baseUrl: api.url, headers: {}, secrets: [] }, { timeoutSeconds: 0.05 });
    await expect(client.post(body, { signal, betas: [] })).rejects.toMatchObject({ code: 'MODEL_TIMEOUT' });
    client.close();
    await api.close();
  });
});
