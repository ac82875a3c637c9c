import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { ServedSession, ServedTools } from '@loadout/core/commands';
import { bearerOf, defined, type Exchange, isSameSecret, jsonIn, openPort, requestBody, tokenServer } from '@loadout/node';
import { errors } from '../errors.js';
import { createServer } from './create-server.js';
import { type Asked, HttpSessions } from './http-sessions.js';

export interface HttpOptions {
  /** Every request carries it. */
  readonly token: string;
  /** Default: any that is free. */
  readonly port?: number | undefined;
  readonly onFault?: ((error: Error) => void) | undefined;
}

export interface HttpEndpoint {
  readonly url: string;
  /** Ends all sessions and connections. */
  close(): Promise<void>;
}

const ADDRESS = '127.0.0.1';
const PATH = '/mcp';
const BASE = `http://${ADDRESS}`;
const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** Serves over Streamable HTTP to programs of this machine that have the token. Throws MCP_PORT_TAKEN. Source: MCPS-17. */
export async function serveHttp(served: ServedTools, options: HttpOptions): Promise<HttpEndpoint> {
  const site = await createSite(served, options);
  const http = tokenServer((exchange, trust) => {
    const { outgoing } = exchange;
    answer(exchange, { ...options, site, trust }).catch((error: Error) => {
      options.onFault?.(error);
      if (outgoing.headersSent) outgoing.destroy();
      else refuse(outgoing, { status: 500, message: 'The server failed to answer.' });
    });
  });
  const { port: wanted = 0 } = options;
  const port = await openPort(http, { port: wanted, host: ADDRESS }).catch((cause: Error) => {
    throw errors.MCP_PORT_TAKEN({ port: wanted, problem: cause.message }, { cause });
  });
  const close = async () => {
    http.close();
    await site.close();
    http.closeAllConnections();
  };
  return { url: `http://${ADDRESS}:${port}${PATH}`, close };
}

interface Site {
  answer(request: Request, asked: Asked): Promise<Response>;
  close(): Promise<void>;
}

/** Clients of the older revisions have sessions; those of the newest, which knows none, share one. */
async function createSite(served: ServedTools, { onFault }: HttpOptions): Promise<Site> {
  const { createMcpHandler, isLegacyRequest } = await import('@modelcontextprotocol/server');
  const sessions = new HttpSessions(served, { onFault });
  let shared: Promise<ServedSession> | undefined;
  let isClosed = false;
  const share = async () => {
    shared ??= served.open({ toolsChanged: () => modern.notify.toolsChanged() });
    shared.catch(() => {
      shared = undefined;
    });
    return createServer(served, await shared);
  };
  const modern = createMcpHandler(share, { legacy: 'reject', ...defined({ onerror: onFault }) });
  return {
    answer: async (request, asked) => {
      const { parsedBody } = asked;
      if (isClosed) return new Response(null, { status: 503 });
      if (await isLegacyRequest(request, parsedBody)) return sessions.answer(request, asked);
      return modern.fetch(request, parsedBody === undefined ? {} : { parsedBody });
    },
    close: async () => {
      isClosed = true;
      await modern.close();
      await sessions.close();
      await (await shared?.catch(() => undefined))?.close();
    },
  };
}

async function answer(
  { incoming, outgoing }: Exchange,
  { token, site, trust }: HttpOptions & { readonly site: Site; readonly trust: (socket: IncomingMessage['socket']) => void },
): Promise<void> {
  const refusal = await refusalOf(incoming, token);
  if (refusal !== undefined) return refuse(outgoing, refusal);
  trust(incoming.socket);
  const { url = '/' } = incoming;
  if (!URL.canParse(url, BASE) || new URL(url, BASE).pathname !== PATH)
    return refuse(outgoing, { status: 404, message: `Only ${PATH} is served.` });
  const body = await requestBody(incoming, MAX_BODY_BYTES);
  if (body === undefined) return refuse(outgoing, { status: 413, message: `A request has at most ${MAX_BODY_BYTES} bytes.` });
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());
  const request = toRequest(incoming, { body, signal: gone.signal });
  // Text that is not JSON is left to the SDK, which has a protocol error for it.
  await sendResponse(await site.answer(request, { parsedBody: jsonIn(body.toString('utf8')), gone: gone.signal }), outgoing);
}

/**
 * Refuses a request. Node reads and discards the rest of the body, for clients that read no answer before they have sent
 * everything.
 */
function refuse(
  outgoing: ServerResponse,
  { status, message, headers }: { status: number; message: string; headers?: Readonly<Record<string, string>> },
): void {
  outgoing.writeHead(status, { 'content-type': 'application/json', ...headers });
  outgoing.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32000, message }, id: null }));
}

/** A request in the shape that the protocol's own code takes; its signal is aborted when the client is gone. */
function toRequest(incoming: IncomingMessage, { body, signal }: { body: Buffer; signal: AbortSignal }): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) for (const one of [value ?? []].flat()) headers.append(name, one);
  const method = incoming.method ?? 'GET';
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const url = new URL(incoming.url ?? '/', BASE);
  return new Request(url, { method, headers, signal, ...(hasBody ? { body: new Uint8Array(body) } : {}) });
}

/** Streams an answer. A client that goes away in the middle of it ends it. */
async function sendResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body === null) {
    outgoing.end();
    return;
  }
  outgoing.flushHeaders();
  await pipeline(Readable.fromWeb(response.body as ReadableStream), outgoing).catch(() => {});
}

/** Names by which a program of this machine calls it. A page that a browser was led to by another name sends that one. */
const LOCAL = ['localhost', '127.0.0.1', '[::1]'];

interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

let checks: Promise<typeof import('@modelcontextprotocol/server')> | undefined;

/**
 * Returns the refusal of a request, or `undefined` if it may pass: only programs on this machine that send the token pass, not
 * pages of other sites. Every value is compared in full, and a missing value is refused. Only `Origin` may be missing, because
 * only browsers send it.
 */
async function refusalOf({ headers }: IncomingMessage, token: string): Promise<Refusal | undefined> {
  // Asked for once: a connection must not wait among others for a module that is there, and count as one that sent nothing.
  checks ??= import('@modelcontextprotocol/server');
  const { validateHostHeader, validateOriginHeader } = await checks;
  if (!validateHostHeader(headers.host, LOCAL).ok) return { status: 403, message: 'This Host is not served here.' };
  if (!validateOriginHeader(headers.origin, LOCAL).ok) return { status: 403, message: 'This Origin is not served here.' };
  if (isSameSecret(bearerOf(headers), token)) return undefined;
  return {
    status: 401,
    message: 'This server wants its token: Authorization: Bearer <token>.',
    headers: { 'www-authenticate': 'Bearer' },
  };
}
