import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { expect, it } from 'vitest';
import { afterThis } from '../testing/with-servers.js';
import { boundedFetch } from './bounded-fetch.js';

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterThis(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`;
}

const broken: string[] = [];
const bounded = (headers = {}) => {
  broken.length = 0;
  return boundedFetch({ headers: async () => headers, onBroken: (problem) => broken.push(problem) });
};

it.each(['application/json', 'text/event-stream'])('a body of %s without end is ended at 16 MiB', async (type) => {
  const url = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': type });
    const more = () => {
      while (response.write('data: xxxxxxxx\n'.repeat(10_000)));
      response.once('drain', more);
    };
    more();
  });
  const response = await bounded()(url);
  await expect(response.text()).rejects.toThrow('more than 16777216 bytes');
  expect(broken).toEqual([expect.stringContaining('more than 16777216 bytes')]);
});

it('a stream of many small events may go on', async () => {
  const event = `data: ${'x'.repeat(1_000_000)}\n\n`;
  const url = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(event.repeat(20));
  });
  const response = await bounded()(url);
  expect((await response.text()).length).toBe(event.length * 20);
  expect(response.url).toBe(url);
});

it('an answer that breaks off is told, unless it can be taken up again', async () => {
  const url = await serve((request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(request.url === '/resumable' ? 'id: 1\ndata: x\n\n' : 'data: x\n\n', () => response.destroy());
  });
  const fetch = bounded();
  await expect((await fetch(url, { method: 'POST' })).text()).rejects.toThrow();
  expect(broken).toHaveLength(1);
  await expect((await fetch(`${url}resumable`, { method: 'POST' })).text()).rejects.toThrow();
  expect(broken).toHaveLength(1);
});

it('headers of the configuration are sent, under those of the protocol', async () => {
  const url = await serve((request, response) => response.end(JSON.stringify(request.headers)));
  const response = await bounded({ 'x-key': 'k', accept: 'mine' })(url, { headers: { accept: 'theirs' } });
  expect(await response.json()).toMatchObject({ 'x-key': 'k', accept: 'theirs' });
});
