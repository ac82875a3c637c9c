import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { anthropicProvider } from '../provider.js';

const sockets = new Set<Socket>();
let server: Server;
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

async function listening(answer: (socket: Socket) => void): Promise<number> {
  server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.once('data', () => answer(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const asked = async (options: object, signal = new AbortController().signal) => {
  const provider = anthropicProvider({ apiKey: 'k', timeoutSeconds: 0.2, maxRetries: 0, ...options });
  for await (const _ of provider.stream({ model: 'm', system: [], tools: [], messages: [] }, { signal }));
};

it('an answer that changes the protocol is a connection that was closed', async () => {
  const port = await listening((socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
  );
  const error = { code: 'MODEL_UNREACHABLE', message: expect.stringContaining('ECONNRESET') };
  await expect(asked({ baseUrl: `http://127.0.0.1:${port}` })).rejects.toMatchObject(error);
});

it('a proxy that never opens its tunnel is given up after timeoutSeconds', async () => {
  const proxy = `http://127.0.0.1:${await listening(() => {})}`;
  await expect(asked({ baseUrl: 'https://api.test', proxy })).rejects.toMatchObject({ code: 'MODEL_TIMEOUT' });
});

it('a proxy that never opens its tunnel does not keep an aborted request', async () => {
  const abort = new AbortController();
  const proxy = `http://127.0.0.1:${await listening(() => abort.abort())}`;
  const asking = asked({ baseUrl: 'https://api.test', proxy, timeoutSeconds: 300 }, abort.signal);
  await expect(asking).rejects.toMatchObject({ code: 'MODEL_ABORTED' });
});
