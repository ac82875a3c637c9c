import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket, Server as SocketServer } from 'node:net';
import { Strangers } from './strangers.js';

/** A request, and the way to its answer. */
export interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

/** The headers of an answer that no other page may have, and that nobody stores: a transcript is hostile input. */
export const OWN_SITE_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
};

const MAX_CONNECTIONS = 1024;
/** The time limits for the head of a request and for the whole request. */
const HEAD_MS = 10_000;
const REQUEST_MS = 60_000;
/**
 * How long a connection without a request stays. Above the minute of common proxies: who closes first must be the client, which would
 * otherwise send its next request into a connection that is being closed.
 */
const IDLE_MS = 65_000;
const LOOK_EVERY_MS = 1_000;

/** A server for clients that show a token. `trust`: one has shown it over this connection. */
export function tokenServer(
  answer: (exchange: Exchange, trust: (socket: Socket) => void) => void,
  { requestMs = REQUEST_MS }: { readonly requestMs?: number | undefined } = {},
): Server {
  const strangers = new Strangers();
  const times = {
    headersTimeout: Math.min(HEAD_MS, requestMs),
    requestTimeout: requestMs,
    keepAliveTimeout: IDLE_MS,
    connectionsCheckingInterval: Math.min(LOOK_EVERY_MS, requestMs),
  };
  const server = createServer(times, (incoming, outgoing) => answer({ incoming, outgoing }, (one) => strangers.trust(one)));
  server.maxConnections = MAX_CONNECTIONS;
  server.on('connection', (socket) => strangers.admit(socket));
  return server;
}

/** Opens a port that no other process has, and returns it. Rejects with the error of the system. */
export async function openPort(server: SocketServer, { host, port }: { host: string; port: number }): Promise<number> {
  server.listen({ port, host, exclusive: true });
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Closes a server. Streams that have reached their end are still sent completely, if that takes no longer than this. */
export async function closeServer(server: Server, lateMs: number): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const late = setTimeout(() => server.closeAllConnections(), lateMs);
  await closed;
  clearTimeout(late);
}
