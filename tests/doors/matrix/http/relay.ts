import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** The connections between clients and a server, in the hands of a test. */
export interface Relay {
  /** The address for the clients. */
  readonly url: string;
  /** The address without the relay. */
  readonly direct: string;
  /** Takes nothing more from the server, as a client that reads nothing. */
  hold(): void;
  letGo(): void;
  /** Destroys the connections that are open. New ones are made as before. */
  cut(): void;
}

export async function relayTo(url: string): Promise<Relay> {
  const pairs = new Set<readonly [client: Socket, server: Socket]>();
  let isHeld = false;
  const relay = createServer((client) => {
    const server = connect(Number(new URL(url).port), '127.0.0.1');
    const pair = [client, server] as const;
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      for (const socket of pair) socket.destroy();
    };
    for (const socket of pair) socket.on('error', end).on('close', end);
    client.pipe(server);
    server.on('data', (bytes: Buffer) => client.write(bytes));
    if (isHeld) server.pause();
  });
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  const cut = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy();
  };
  onTestFinished(() => {
    cut();
    relay.close();
  });
  const { port } = relay.address() as AddressInfo;
  const { pathname } = new URL(url);
  const hold = (held: boolean) => {
    isHeld = held;
    for (const [, server] of pairs) held ? server.pause() : server.resume();
  };
  return {
    url: `http://127.0.0.1:${port}${pathname === '/' ? '' : pathname}`,
    direct: url,
    hold: () => hold(true),
    letGo: () => hold(false),
    cut,
  };
}
