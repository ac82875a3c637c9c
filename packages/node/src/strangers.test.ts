import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { Strangers } from './strangers.js';

const ASK = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n';

/** A server of this process that trusts each connection with a request, and a way to connect to it. */
async function server() {
  const strangers = new Strangers({ timeMs: 300 });
  let admitted = 0;
  const site = createServer((request, response) => {
    strangers.trust(request.socket);
    response.end('ok');
  });
  site.on('connection', (socket) => {
    admitted += 1;
    strangers.admit(socket);
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  const { port } = site.address() as AddressInfo;
  const open = () => {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    onTestFinished(() => void socket.destroy());
    const heard = new Promise<'answered' | 'closed'>((resolve) => {
      socket.once('data', () => resolve('answered')).once('close', () => resolve('closed'));
    });
    return { heard, ask: () => socket.write(ASK) };
  };
  onTestFinished(() => void site.close());
  return { open, admitted: () => admitted };
}

it('a connection whose token has arrived stays, though the process was too busy to read it', async () => {
  const { open, admitted } = await server();
  const crowd = Array.from({ length: 100 }, open);
  await expect.poll(admitted).toBe(100);
  // The new connection is the first thing that the process sees after its work.
  const late = open();
  await new Promise((resolve) => process.nextTick(resolve));
  for (const one of crowd) one.ask();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600);
  late.ask();
  const heard = await Promise.all([...crowd, late].map((one) => one.heard));
  expect(new Set(heard)).toEqual(new Set(['answered']));
});

it('a silent connection gives way to a new one, once it has had its time', async () => {
  const { open, admitted } = await server();
  const silent = Array.from({ length: 100 }, open);
  await expect.poll(admitted).toBe(100);
  let isClosed = false;
  void Promise.race(silent.map(({ heard }) => heard)).then(() => (isClosed = true));
  const asked = async () => {
    const one = open();
    one.ask();
    return [await one.heard, isClosed];
  };
  await expect.poll(asked, { timeout: 10_000 }).toEqual(['answered', true]);
});
