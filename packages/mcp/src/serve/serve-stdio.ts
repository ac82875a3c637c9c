import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { ServedTools } from '@loadout/core/commands';
import { defined } from '@loadout/node';
import type { Server } from '@modelcontextprotocol/server';
import { createServer } from './create-server.js';

export interface StdioOptions {
  readonly stdin: Readable;
  /** The stream for frames of the protocol. Nothing else may be written to it. */
  readonly stdout: Writable;
  /** Ends it as the end of stdin does. */
  readonly signal: AbortSignal;
  readonly onFault?: ((error: Error) => void) | undefined;
}

/** Serves one client over a pair of streams, until it closes its end or the signal says so. Source: MCPS-14, MCPS-17. */
export async function serveStdio(served: ServedTools, options: StdioOptions): Promise<void> {
  const { StdioServerTransport, serveStdio: serve } = await import('@modelcontextprotocol/server/stdio');
  const servers = new Set<Server>();
  const toolsChanged = () => {
    for (const server of servers) server.sendToolListChanged().catch(() => servers.delete(server));
  };
  const session = await served.open({ toolsChanged });
  try {
    const ended = endOf(options);
    const transport = new StdioServerTransport(options.stdin, options.stdout);
    const connect = async () => {
      const server = await createServer(served, session, (closed) => servers.delete(closed));
      servers.add(server);
      return server;
    };
    const handle = serve(connect, { transport, ...defined({ onerror: options.onFault }) });
    await ended;
    await handle.close();
  } finally {
    await session.close();
  }
}

/** Resolves at the end of the client's input, a broken stream, or the signal, whichever comes first. */
async function endOf({ stdin, stdout, signal }: StdioOptions): Promise<void> {
  if (signal.aborted || stdin.readableEnded || stdin.destroyed) return;
  const done = new AbortController();
  const quietly = (wait: Promise<unknown>) => wait.catch(() => {});
  const wait = { signal: done.signal };
  await Promise.race([
    quietly(once(stdin, 'end', wait)),
    quietly(once(stdin, 'close', wait)),
    quietly(once(stdout, 'close', wait)),
    quietly(once(stdout, 'error', wait)),
    quietly(once(signal, 'abort', wait)),
  ]);
  done.abort();
}
