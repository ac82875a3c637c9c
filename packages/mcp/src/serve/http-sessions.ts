import { randomUUID } from 'node:crypto';
import { isObject } from '@loadout/core';
import type { ServedSession, ServedTools } from '@loadout/core/commands';
import type { Server, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { createServer } from './create-server.js';

/** The most clients at once. Another client replaces the one that has been idle the longest. */
const MOST = 256;

export interface Asked {
  readonly parsedBody: unknown;
  /** Aborted once the answer is out, or nobody waits for it. */
  readonly gone: AbortSignal;
}

interface Client {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly server: Server;
  readonly session: ServedSession;
  /** The number of active requests. */
  busy: number;
  /** The ids of the requests that wait for their answers. */
  readonly ids: Set<unknown>;
}

/** The clients that speak a revision of the protocol with sessions, each with a session of its own. The newest used is the last. */
export class HttpSessions {
  readonly #served: ServedTools;
  readonly #onFault: (error: Error) => void;
  readonly #clients = new Map<string, Client>();
  readonly #closing = new Set<Promise<void>>();
  readonly #opening = new Set<Promise<Client>>();

  constructor(served: ServedTools, { onFault = () => {} }: { readonly onFault?: ((error: Error) => void) | undefined }) {
    this.#served = served;
    this.#onFault = onFault;
  }

  async answer(request: Request, asked: Asked): Promise<Response> {
    const { isInitializeRequest } = await import('@modelcontextprotocol/server');
    const id = request.headers.get('mcp-session-id');
    if (id === null && isInitializeRequest(asked.parsedBody)) return this.#begin(request, asked);
    const client = id === null ? undefined : this.#clients.get(id);
    if (id === null || client === undefined)
      return problem(id === null ? 400 : 404, id === null ? 'A session begins with initialize.' : 'There is no such session.');
    this.#clients.delete(id);
    this.#clients.set(id, client);
    return this.#handle(client, request, asked);
  }

  async #begin(request: Request, asked: Asked): Promise<Response> {
    if (this.#clients.size + this.#opening.size >= MOST && !this.#giveWay())
      return problem(503, 'Too many clients are connected.');
    const opening = this.#open();
    this.#opening.add(opening);
    try {
      return await this.#handle(await opening, request, asked);
    } finally {
      this.#opening.delete(opening);
    }
  }

  async #open(): Promise<Client> {
    const { WebStandardStreamableHTTPServerTransport } = await import('@modelcontextprotocol/server');
    const opened: { client?: Client } = {};
    const session = await this.#served.open({
      toolsChanged: () => void opened.client?.server.sendToolListChanged().catch(() => {}),
    });
    const server = await createServer(this.#served, session);
    const id = randomUUID();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      onsessionclosed: () => this.#drop(id),
    });
    await server.connect(transport);
    const client: Client = { transport, server, session, busy: 0, ids: new Set() };
    opened.client = client;
    this.#clients.set(id, client);
    return client;
  }

  async #handle(client: Client, request: Request, { parsedBody, gone }: Asked): Promise<Response> {
    const ids = idsIn(parsedBody);
    // The answer to the first request would be lost, and nothing could cancel it.
    if (new Set(ids).size < ids.length || ids.some((id) => client.ids.has(id)))
      return problem(400, 'A request has the id of another one that waits for its answer.');
    // A stream that only waits for news keeps nobody from giving way.
    if (request.method === 'POST' && !gone.aborted) {
      client.busy += 1;
      for (const id of ids) client.ids.add(id);
      const done = () => {
        client.busy -= 1;
        for (const id of ids) client.ids.delete(id);
      };
      gone.addEventListener('abort', done, { once: true });
    }
    return client.transport.handleRequest(request, parsedBody === undefined ? {} : { parsedBody });
  }

  #giveWay(): boolean {
    const idle = [...this.#clients].find(([, client]) => client.busy === 0);
    if (idle !== undefined) this.#drop(idle[0]);
    return idle !== undefined;
  }

  #drop(id: string): void {
    const client = this.#clients.get(id);
    if (client === undefined) return;
    this.#clients.delete(id);
    const closing = end(client)
      .catch(this.#onFault)
      .finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }

  /** Contract: nothing is asked of it any more. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#opening);
    for (const id of [...this.#clients.keys()]) this.#drop(id);
    await Promise.all(this.#closing);
  }
}

async function end({ server, session }: Client): Promise<void> {
  await server.close().catch(() => {});
  await session.close();
}

/** The ids of the requests in a body, which may be a list. */
const idsIn = (body: unknown): readonly unknown[] =>
  [body].flat().flatMap((one) => (isObject(one) && typeof one.method === 'string' && one.id !== undefined ? [one.id] : []));

const problem = (status: number, message: string) =>
  Response.json({ jsonrpc: '2.0', error: { code: -32000, message }, id: null }, { status });
