import type { IncomingMessage } from 'node:http';
import { errors } from '../errors.js';
import { type Connection, originOf } from './connection.js';
import type { Env } from './options.js';

export interface ClientOptions {
  readonly timeoutSeconds: number;
  readonly proxy: string | undefined;
  readonly env: Env;
}

/** A timer cannot be longer. */
const LONGEST_MS = 2 ** 31 - 1;

/** The address of a request: what stands behind a `?` in the base address, such as a version, stays behind the path. */
function addressOf({ baseUrl, api }: Pick<Connection, 'baseUrl' | 'api'>): URL {
  const url = new URL(baseUrl);
  const path = api === 'chat' ? '/chat/completions' : '/responses';
  url.pathname = `${url.pathname.replace(/\/+$/, '')}${path}`;
  return url;
}

/**
 * Sends a request. Resolves when the head of the answer is in, whatever its status. Throws MODEL_TIMEOUT for a server that says
 * nothing. The part that loads `node:http` is loaded for the first request.
 */
export async function post(
  body: readonly Buffer[],
  {
    connection,
    signal,
    options,
  }: { readonly connection: Connection; readonly signal: AbortSignal; readonly options: ClientOptions },
): Promise<IncomingMessage> {
  const { proxyFor, sender } = await import('@loadout/node/http/send');
  const { timeoutSeconds, proxy, env } = options;
  const url = addressOf(connection);
  const late = new AbortController();
  const timedOut = () => late.abort(errors.MODEL_TIMEOUT({ origin: originOf(connection), seconds: timeoutSeconds }));
  const timer = setTimeout(timedOut, Math.min(timeoutSeconds * 1000, LONGEST_MS));
  try {
    const length = body.reduce((sum, piece) => sum + piece.length, 0);
    const headers = { ...connection.headers, accept: 'text/event-stream', 'content-length': String(length) };
    const send = sender(proxyFor(url.href, { given: proxy, env }));
    return await send({ url, method: 'POST', headers, body, signal: AbortSignal.any([signal, late.signal]) });
  } finally {
    clearTimeout(timer);
  }
}
