import { decodedBody, throwRefusal } from '@loadout/node/http';
import { proxyFor, sender } from '@loadout/node/http/send';
import { invalid } from '../answer/wire-event.js';
import { errors } from '../errors.js';
import type { Exchange } from '../exchange.js';
import { boundedFrames } from './bounded-frames.js';
import { type Connection, originOf } from './connection.js';

export interface Route {
  readonly timeoutSeconds: number;
  readonly proxy?: string | undefined;
  /** Called with the tokens in the headers of a request, which an SDK may have found by itself. */
  readonly onTokens?: ((secrets: readonly string[]) => void) | undefined;
}

type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

const FRAMED = 'application/vnd.amazon.eventstream';

/**
 * The `fetch` of the SDKs' clients, over `node:http`: proxies, kept connections, a body in pieces, no redirects. The answer is left in the
 * exchange of the request. The SDK gets a body only where it decodes it, which is AWS's event stream. It hands over `Headers`.
 */
export function nodeFetch(connection: Connection, { timeoutSeconds, proxy, onTokens }: Route): Fetch {
  const send = sender(proxyFor(connection.baseUrl, { given: proxy, env: process.env }));
  let url = new URL(connection.baseUrl);
  return async (input, init = {}) => {
    const { exchange, ...request } = init as RequestInit & { readonly exchange: Exchange };
    exchange.isSent = true;
    try {
      if (url.href !== input) url = new URL(String(input));
      const sent = outgoing(url, { request, exchange });
      onTokens?.(tokensIn(sent.headers));
      const message = await send(sent);
      const body = await decodedBody(message, invalid);
      await throwRefusal(message, body);
      exchange.answer = { headers: message.headers, body };
      const { 'content-type': type = '' } = message.headers;
      if (!type.includes(FRAMED)) return new Response();
      return new Response(ReadableStream.from(boundedFrames(body)), { headers: { 'content-type': type } });
    } catch (error) {
      const isLate = request.signal?.aborted === true && !exchange.signal.aborted;
      exchange.failure = isLate ? errors.MODEL_TIMEOUT({ origin: originOf(connection), seconds: timeoutSeconds }) : error;
      throw error;
    }
  };
}

function outgoing(url: URL, { request, exchange }: { readonly request: RequestInit; readonly exchange: Exchange }) {
  const pieces = exchange.pieces ?? [Buffer.from(String(request.body))];
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const headers: Record<string, string> = { 'content-length': String(length) };
  for (const [name, value] of request.headers as Headers) headers[name] = value;
  return { url, method: 'POST', headers, body: pieces, signal: request.signal };
}

/** A signature is no secret, and is another for each request. */
function tokensIn({ authorization = '', 'x-amz-security-token': session = '' }: Readonly<Record<string, string>>) {
  return [authorization.replace(/^Bearer |^\S+ .*/, ''), session].filter((token) => token !== '');
}
