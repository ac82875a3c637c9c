import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isLoadoutError, messageOf } from '@loadout/core';
import { errors } from '../errors.js';
import type { Recording } from '../model/recording.js';
import type { RulesAnswer } from '../rules/rule-suggestions.js';
import { Guard } from './guard.js';
import { LiveFeed } from './live-feed.js';
import { answer } from './routes.js';
import { sendError } from './send.js';

export interface ServeOptions {
  /** The page, as `pageHtml` returns it. */
  readonly page: string;
  /** Default: any free port. */
  readonly port?: number | undefined;
  /** Reads what the sessions of the project say of its rules. Absent: there is no project. */
  readonly rules?: (() => Promise<RulesAnswer>) | undefined;
  /** Called for a fault of the server itself. It ends nothing. */
  readonly onFault: (error: unknown) => void;
}

export interface Viewer {
  /** The address with the token, which opens the page once. */
  readonly url: string;
  /** Ends all connections. The recordings stay open. */
  close(): Promise<void>;
}

const HOST = '127.0.0.1';
const MAX_CONNECTIONS = 256;
/** The time limits for the head of a request and for the whole request. */
const TIMES = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 1_000 };

/** Serves recordings to one browser on this machine. Nothing can be changed through it. Throws VIEW_PORT. */
export async function serveRecordings(recordings: readonly Recording[], options: ServeOptions): Promise<Viewer> {
  const { page, port: wanted = 0, rules, onFault } = options;
  const guard = new Guard();
  const shown = recordings.map((recording) => ({ recording, feed: new LiveFeed(recording) }));
  let port = wanted;
  const server = createServer(TIMES, (incoming, outgoing) => {
    const exchange = { incoming, outgoing };
    answer(exchange, { page, port, guard, shown, rules }).catch(async (error: unknown) => {
      if (!isLoadoutError(error)) onFault(error);
      // The rest of the body is discarded, for a client that reads no answer before it has sent everything.
      incoming.resume();
      await sendError(exchange, error).catch(onFault);
    });
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.listen({ port: wanted, host: HOST, exclusive: true });
  try {
    await once(server, 'listening');
  } catch (cause) {
    throw errors.VIEW_PORT({ port: wanted, problem: messageOf(cause) }, { cause });
  }
  port = (server.address() as AddressInfo).port;
  const close = async () => {
    const closed = once(server, 'close');
    for (const { feed } of shown) feed.end();
    server.close();
    server.closeIdleConnections();
    // Streams that have reached their end are still sent completely.
    const late = setTimeout(() => server.closeAllConnections(), 500);
    await closed;
    clearTimeout(late);
  };
  return { url: `http://${HOST}:${port}/#${guard.token}`, close };
}
