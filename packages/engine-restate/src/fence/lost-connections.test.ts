import { once } from 'node:events';
import { type ClientHttp2Session, connect, createServer, type ServerHttp2Session } from 'node:http2';
import { type AddressInfo, connect as connectSocket, createServer as createProxy, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { connectionsOf } from './lost-connections.js';

const SILENT_MS = 500;

/** A server, and a way to it that can be cut so that neither end hears of it. */
async function openServer() {
  const server = createServer();
  const connections = connectionsOf(server, { mostMs: SILENT_MS });
  const sockets: Socket[] = [];
  const proxy = createProxy((near) => {
    const far = connectSocket((server.address() as AddressInfo).port, '127.0.0.1');
    sockets.push(near, far);
    near.on('error', () => {});
    far.on('error', () => {});
    near.pipe(far).pipe(near);
  });
  await Promise.all([server, proxy].map((one) => once(one.listen(0, '127.0.0.1'), 'listening')));
  onTestFinished(() => {
    for (const connection of connections) connection.destroy();
    for (const socket of sockets) socket.destroy();
    server.close();
    proxy.close();
  });
  return {
    connections,
    /** Opens a connection. Resolves with both of its ends. */
    async open(): Promise<{ readonly client: ClientHttp2Session; readonly session: ServerHttp2Session }> {
      const opened = once(server, 'session');
      const client = connect(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
      client.on('error', () => {});
      onTestFinished(() => client.destroy());
      const [session] = (await opened) as [ServerHttp2Session];
      return { client, session };
    },
    /** Stops all that passes, and closes nothing. */
    cut() {
      for (const socket of sockets) socket.unpipe().pause();
    },
  };
}

describe('the connections of a worker', () => {
  it('are those that are open', async () => {
    const server = await openServer();
    const [one, two] = [await server.open(), await server.open()];
    expect([...server.connections]).toEqual([one.session, two.session]);
    const closed = once(one.session, 'close');
    one.client.destroy();
    await closed;
    expect([...server.connections]).toEqual([two.session]);
  });

  it('stay open while the engine answers, also without a request', async () => {
    const { open, connections } = await openServer();
    const { session } = await open();
    const pings = vi.spyOn(session, 'ping');
    // The time of several silences, counted in answered questions.
    await expect.poll(() => pings.mock.calls.length).toBeGreaterThan(25);
    expect([...connections]).toEqual([session]);
  });

  it('are closed when the engine is silent, although nothing closes them at the other end', async () => {
    const { open, connections, cut } = await openServer();
    const { session } = await open();
    const closed = once(session, 'close');
    cut();
    await closed;
    expect(session.destroyed).toBe(true);
    expect(connections.size).toBe(0);
  });

  it('are no longer asked after they are closed', async () => {
    const { open } = await openServer();
    const { client, session } = await open();
    const pings = vi.spyOn(session, 'ping');
    const closed = once(session, 'close');
    client.destroy();
    await closed;
    const count = pings.mock.calls.length;
    const { session: other } = await open();
    const later = vi.spyOn(other, 'ping');
    await expect.poll(() => later.mock.calls.length).toBeGreaterThan(2);
    expect(pings.mock.calls.length).toBe(count);
  });

  it('are not asked while they close, because a destroyed session throws, which would end the worker', async () => {
    const { open } = await openServer();
    const { session } = await open();
    const pings = vi.spyOn(session, 'ping');
    // A busy machine tells of the end of a session later than the next question is due.
    const late = session.listeners('close');
    session.removeAllListeners('close');
    session.destroy();
    const { session: other } = await open();
    const beats = vi.spyOn(other, 'ping');
    await expect.poll(() => beats.mock.calls.length).toBeGreaterThan(2);
    for (const tell of late) Reflect.apply(tell, session, []);
    expect(pings).not.toHaveBeenCalled();
  });
});
