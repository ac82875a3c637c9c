import { createServer, type Server } from 'node:http';
import { isLoadoutError, messageOf } from '@loadout/core';
import { type Exchange, openPort } from '@loadout/node';
import { errors } from '../errors.js';
import { sendError } from './send.js';

export const HOST = '127.0.0.1';
const MAX_CONNECTIONS = 256;
/** The time limits for the head of a request and for the whole request. */
const TIMES = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 1_000 };

interface Serving {
  readonly answer: (exchange: Exchange, port: number) => Promise<void>;
  readonly onFault: (error: unknown) => void;
}

/** Serves this machine alone. A failed request gets its error. Throws VIEW_PORT. */
export async function localServer(wanted: number, { answer, onFault }: Serving): Promise<{ server: Server; port: number }> {
  let port = wanted;
  const server = createServer(TIMES, (incoming, outgoing) => {
    const exchange = { incoming, outgoing };
    answer(exchange, port).catch(async (error: unknown) => {
      if (!isLoadoutError(error)) onFault(error);
      // The rest of the body is discarded, for a client that reads no answer before it has sent everything.
      incoming.resume();
      await sendError(exchange, error).catch(onFault);
    });
  });
  server.maxConnections = MAX_CONNECTIONS;
  port = await openPort(server, { port: wanted, host: HOST }).catch((cause) => {
    throw errors.VIEW_PORT({ port: wanted, problem: messageOf(cause) }, { cause });
  });
  return { server, port };
}
