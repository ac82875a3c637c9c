import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { RunWatcher } from '@loadout/command/runs';
import { isLoadoutError } from '@loadout/core';
import { openPort, tokenServer } from '@loadout/node';
import { sendError } from './answer.js';
import { doorOf } from './doors.js';
import { errors } from './errors.js';
import { answer, pathOf, type Site } from './routes.js';

export interface HttpEndpoint {
  readonly url: string;
  /** Ends all connections. */
  close(): Promise<void>;
}

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
export async function listen(site: Served, { host, port = 0, onFault, requestMs }: Listening): Promise<HttpEndpoint> {
  const server = tokenServer(
    ({ incoming, outgoing }, trust) => {
      answer({ incoming, outgoing }, { ...site, trust }).catch(async (error: unknown) => {
        if (error instanceof Error && !('code' in error)) onFault(error);
        if (isLoadoutError(error)) site.refused({ code: error.code, message: error.message, what: requestOf(incoming) });
        sendError(outgoing, error, await doorOf(pathOf(incoming))?.catch(() => undefined));
        // The rest of the body is discarded, for a client that reads no answer before it has sent everything.
        incoming.resume();
      });
    },
    { requestMs },
  );
  const found = await openPort(server, { host, port }).catch((cause: Error) => {
    throw errors.HTTP_PORT({ host, port, problem: cause.message }, { cause });
  });
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
