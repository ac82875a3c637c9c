import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RunWatcher } from '@loadout/command/runs';
import { isLoadoutError } from '@loadout/core';
import { Strangers } from '@loadout/node';
import { sendError } from './answer.js';
import { doorOf } from './doors.js';
import { errors } from './errors.js';
import { answer, pathOf, type Site } from './routes.js';

export interface HttpEndpoint {
  readonly url: string;
  /** Ends all connections. */
  close(): Promise<void>;
}

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

type Served = Omit<Site, 'trust'> & { readonly refused: RunWatcher['refused'] };

const requestOf = (incoming: IncomingMessage): string => `${incoming.method ?? ''} ${pathOf(incoming)}`.slice(0, 200);

interface Listening {
  readonly host: string;
  readonly port: number | undefined;
  readonly onFault: (error: Error) => void;
  /** The time limit of a whole request, in place of a minute. */
  readonly requestMs?: number | undefined;
}

/** Starts the server. Throws HTTP_PORT. */
export async function listen(
  site: Served,
  { host, port = 0, onFault, requestMs = REQUEST_MS }: Listening,
): Promise<HttpEndpoint> {
  const strangers = new Strangers();
  const trust = strangers.trust.bind(strangers);
  const times = {
    headersTimeout: Math.min(HEAD_MS, requestMs),
    requestTimeout: requestMs,
    keepAliveTimeout: IDLE_MS,
    connectionsCheckingInterval: Math.min(LOOK_EVERY_MS, requestMs),
  };
  const server = createServer(times, (incoming, outgoing) => {
    answer({ incoming, outgoing }, { ...site, trust }).catch(async (error: unknown) => {
      if (error instanceof Error && !('code' in error)) onFault(error);
      if (isLoadoutError(error)) site.refused({ code: error.code, message: error.message, what: requestOf(incoming) });
      sendError(outgoing, error, await doorOf(pathOf(incoming))?.catch(() => undefined));
      // The rest of the body is discarded, for a client that reads no answer before it has sent everything.
      incoming.resume();
    });
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.on('connection', (socket) => strangers.admit(socket));
  server.listen({ port, host, exclusive: true });
  try {
    await once(server, 'listening');
  } catch (cause) {
    throw errors.HTTP_PORT({ host, port, problem: (cause as Error).message }, { cause });
  }
  const { port: found } = server.address() as AddressInfo;
  const close = async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeIdleConnections();
    // Streams of events that have reached their end are still sent completely.
    const late = setTimeout(() => server.closeAllConnections(), 1_000);
    await closed;
    clearTimeout(late);
  };
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${found}`, close };
}
