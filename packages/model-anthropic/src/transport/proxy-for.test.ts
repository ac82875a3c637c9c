import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { proxyFor } from '@loadout/node/http/send';
import { startMockApi } from '@loadout/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { anthropicProvider } from '../provider.js';

const proxy = 'http://proxy.test:3128';
const chosen = (address: string, env: Readonly<Record<string, string>>) => proxyFor(address, { given: undefined, env })?.host;

describe('the proxy of an address (W22)', () => {
  it.each([
    ['https://api.test', { HTTPS_PROXY: proxy }, 'proxy.test:3128'],
    ['https://api.test', { https_proxy: 'proxy.test:3128' }, 'proxy.test:3128'],
    ['https://api.test', { HTTP_PROXY: proxy }, undefined],
    ['http://api.test', { HTTP_PROXY: proxy, NO_PROXY: 'other.test' }, 'proxy.test:3128'],
    ['http://api.test', { HTTP_PROXY: proxy, NO_PROXY: 'api.test' }, undefined],
    ['http://sub.api.test', { HTTP_PROXY: proxy, NO_PROXY: '.api.test' }, undefined],
    ['http://notapi.test', { HTTP_PROXY: proxy, NO_PROXY: 'api.test' }, 'proxy.test:3128'],
    ['http://api.test:81', { HTTP_PROXY: proxy, no_proxy: 'api.test:80' }, 'proxy.test:3128'],
    ['http://api.test', { HTTP_PROXY: proxy, NO_PROXY: '*' }, undefined],
    ['http://api.test', { HTTP_PROXY: '' }, undefined],
  ])('%s with %j is %s', (address, env, host) => expect(chosen(address, env)).toBe(host));
});

const open: { close(): unknown }[] = [];
afterEach(() => Promise.all(open.splice(0).map((one) => one.close())));

it('a plain request goes to the proxy with its whole address and the credential of the proxy (W22)', async () => {
  const api = await startMockApi({ replies: [{ text: 'Hi.' }] });
  const seen: unknown[] = [];
  const server = createServer((incoming, outgoing) => {
    seen.push([incoming.url, incoming.headers['proxy-authorization'], incoming.headers.host]);
    const path = new URL(String(incoming.url)).pathname;
    const { host: _, ...headers } = incoming.headers;
    const onward = request(`${api.url}${path}`, { method: 'POST', headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
  open.push(server, api);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const provider = anthropicProvider({ baseUrl: 'http://api.test', apiKey: 'k', proxy: `http://me:secret@127.0.0.1:${port}` });
  const message = { role: 'user' as const, content: [{ type: 'text' as const, text: 'x' }] };
  const asked = { model: 'm', system: [], tools: [], messages: [message] };
  const types: string[] = [];
  for await (const { type } of provider.stream(asked, { signal: new AbortController().signal })) types.push(type);
  expect(types).toContain('end');
  expect(seen).toEqual([['http://api.test/v1/messages', `Basic ${Buffer.from('me:secret').toString('base64')}`, 'api.test']]);
  server.closeAllConnections();
});

it('a request over TLS goes through a tunnel, and a refused tunnel is an error that names the proxy (W22)', async () => {
  const asked: (string | undefined)[] = [];
  const server = createServer().on('connect', ({ url }, socket) => {
    asked.push(url);
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const options = { baseUrl: 'https://api.test', apiKey: 'k', proxy: `http://127.0.0.1:${port}`, maxRetries: 0 };
  const reading = async () => {
    const request = { model: 'm', system: [], tools: [], messages: [] };
    for await (const _ of anthropicProvider(options).stream(request, { signal: new AbortController().signal }));
  };
  await expect(reading()).rejects.toMatchObject({ code: 'MODEL_UNREACHABLE' });
  expect(asked).toEqual(['api.test:443']);
});
