import { type IncomingMessage, type RequestOptions, request } from 'node:http';
import { noteSent } from '../request/body-memory.js';
import { decodedBody } from './decoded-body.js';
import { readText } from './read-text.js';

/**
 * The part of `fetch` that the SDK's client needs, over `node:http` and the agents of the runtime. The runtime's own `fetch`
 * reads HTTP with WebAssembly, whose compiler keeps a process of Node 20 alive for 90 ms after the last answer. It also gives up
 * an answer that is silent for 300 s. This one follows no redirects.
 */
export function nodeFetchThrough(proxy: URL | undefined): typeof fetch {
  const routed = async (url: URL, options: RequestOptions): Promise<RequestOptions> => {
    if (proxy === undefined) return options;
    const { overProxy, overTunnel } = await import('./through-proxy.js');
    return url.protocol === 'https:' ? overTunnel(proxy, url, options) : overProxy(proxy, url, options);
  };
  return (input, init) => nodeFetch(input, init, routed);
}

type Routed = (url: URL, options: RequestOptions) => Promise<RequestOptions>;

async function nodeFetch(input: string | URL | Request, init: RequestInit = {}, routed: Routed): Promise<Response> {
  const { method = 'GET', body, signal } = init;
  const url = new URL(input instanceof Request ? input.url : input);
  const headers = Object.fromEntries(new Headers(init.headers));
  try {
    const options = await routed(url, { method, headers });
    const message = await send({ url, options, body, signal });
    return await toResponse(message);
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}

interface Sending {
  readonly url: URL;
  readonly options: RequestOptions;
  readonly body: RequestInit['body'];
  readonly signal: AbortSignal | null | undefined;
}

async function send({ url, options, body, signal }: Sending): Promise<IncomingMessage> {
  signal?.throwIfAborted();
  const start = url.protocol === 'https:' ? (await import('node:https')).request : request;
  return new Promise((resolve, reject) => {
    // Not the request's own `signal`, which gives the connection an error: where the answer is all in but not all read, Node has
    // stopped listening for that by then, and it would end this process.
    const stop = () => sent.destroy();
    const over = () => signal?.removeEventListener('abort', stop);
    const sent = start(url, options, (message) => {
      message.once('end', over).once('close', over);
      // The stream may break before its reader listens, and an error event without a listener would end this process.
      message.on('error', () => {});
      resolve(message);
    });
    signal?.addEventListener('abort', stop, { once: true });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      over();
      // A server may close a kept connection just when it is used again; it has read nothing of this request then.
      const stale = sent.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
      if (stale && signal?.aborted !== true) resolve(send({ url, options, body, signal }));
      else reject(error);
    });
    sent.once('finish', () => noteSent(body));
    sent.end(body);
  });
}

/**
 * Builds the response. The SDK reads the body of an error as a whole, so it is limited. The body of a success stays with
 * `messageOf`, because as a web stream it would cost a tenth of a turn.
 */
async function toResponse(message: IncomingMessage): Promise<Response> {
  const { statusCode: status = 0 } = message;
  const headers = Object.entries(message.headers).map(([name, value]): [string, string] => [name, String(value)]);
  const ok = status >= 200 && status < 300;
  const response = new Response(ok || BODYLESS.has(status) ? null : await readText(await decodedBody(message)), {
    status,
    headers,
  });
  if (ok) messages.set(response, message);
  return response;
}

const messages = new WeakMap<Response, IncomingMessage>();

/** The body of a successful answer, to be read once. */
export const messageOf = (response: Response): IncomingMessage | undefined => messages.get(response);

/** A `Response` takes no body with these. */
const BODYLESS = new Set([304]);
