import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errors } from '../../errors.js';
import { sendError } from './answer.js';
import { answer, type Site } from './routes.js';

export interface HttpEndpoint {
  readonly url: string;
  /** Ends all connections. */
  close(): Promise<void>;
}

const MAX_CONNECTIONS = 256;
/** Until a request is there as a whole. */
const REQUEST_MS = 60_000;

interface Listening {
  readonly host: string;
  readonly port: number | undefined;
  readonly onFault: (error: Error) => void;
}

/** Throws HTTP_PORT. */
export async function listen(site: Site, { host, port = 0, onFault }: Listening): Promise<HttpEndpoint> {
  const server = createServer((incoming, outgoing) => {
    answer({ incoming, outgoing }, site).catch((error: unknown) => {
      if (error instanceof Error && !('code' in error)) onFault(error);
      sendError(outgoing, error);
      // What is left of a body is thrown away, for a client that reads no answer before it has sent all.
      incoming.resume();
    });
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.requestTimeout = REQUEST_MS;
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
    // Streams of events that have come to their end are sent to it.
    const late = setTimeout(() => server.closeAllConnections(), 1_000);
    await closed;
    clearTimeout(late);
  };
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${found}`, close };
}
