import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { EventStream } from './event-stream.js';

afterEach(() => vi.useRealTimers());

/** A stream of a server, and the client's end of it. */
async function opened() {
  const streams: EventStream[] = [];
  const server = createServer((_, outgoing) => void streams.push(new EventStream(outgoing, { 'x-a': 'b' })));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const [client] = (await once(get({ port: (server.address() as AddressInfo).port }), 'response')) as [IncomingMessage];
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  const [stream] = streams;
  if (stream === undefined) throw new Error('The server has no stream.');
  return { stream, client };
}

it('a client that waits gets a sign of life every 15 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { stream, client } = await opened();
  expect(client.headers).toMatchObject({ 'content-type': 'text/event-stream', 'x-a': 'b' });
  let heard = '';
  client.on('data', (chunk) => {
    heard += String(chunk);
  });
  vi.advanceTimersByTime(15_000);
  await expect.poll(() => heard).toBe(': still here\n\n');
  stream.end();
  await once(client, 'end');
  vi.advanceTimersByTime(60_000);
  expect([heard, stream.gone.aborted]).toEqual([': still here\n\n', false]);
});

it('a frame waits no longer than its client is there', async () => {
  const { stream, client } = await opened();
  const frame = `data: ${'x'.repeat(1024 * 1024)}\n\n`;
  let sent = 0;
  const sending = (async () => {
    for (; sent < 200 && !stream.gone.aborted; sent += 1) await stream.send(frame);
  })();
  client.destroy();
  await sending;
  expect([sent < 200, stream.gone.aborted]).toEqual([true, true]);
});
