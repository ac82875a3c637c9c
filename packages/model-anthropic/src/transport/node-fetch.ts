import { type IncomingMessage, type RequestOptions, request } from 'node:http';
import { readText } from './read-text.js';

/**
 * What the SDK's client needs of `fetch`, over `node:http` and the runtime's own agents. The runtime's `fetch` reads HTTP with
 * WebAssembly, and the compiler of that holds a process of Node 20 for 90 ms after the last answer; it also gives up any
 * answer that is silent for 300 s. Follows no redirect.
 */
export async function nodeFetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const { method = 'GET', body, signal } = init;
  const url = new URL(input instanceof Request ? input.url : input);
  const headers = Object.fromEntries(new Headers(init.headers));
  try {
    const message = await send({ url, options: { method, headers, ...(signal ? { signal } : {}) }, body });
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
}

async function send({ url, options, body }: Sending): Promise<IncomingMessage> {
  const start = url.protocol === 'https:' ? (await import('node:https')).request : request;
  return new Promise((resolve, reject) => {
    const sent = start(url, options, resolve);
    sent.on('error', (error: NodeJS.ErrnoException) => {
      // A server may close a kept connection just when it is used again; it has read nothing of this request then.
      const stale = sent.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
      if (stale && !options.signal?.aborted) resolve(send({ url, options, body }));
      else reject(error);
    });
    sent.end(body);
  });
}

/**
 * Of an answer that is no success, which the SDK reads whole, only as much is read as is worth reading. The body of one that is
 * stays with `messageOf`: as a web stream it would cost a tenth of a turn.
 */
async function toResponse(message: IncomingMessage): Promise<Response> {
  const { statusCode: status = 0 } = message;
  const headers = Object.entries(message.headers).map(([name, value]): [string, string] => [name, String(value)]);
  const ok = status >= 200 && status < 300;
  const response = new Response(ok || BODYLESS.has(status) ? null : await readText(message), { status, headers });
  if (ok) messages.set(response, message);
  return response;
}

const messages = new WeakMap<Response, IncomingMessage>();

/** The body of a successful answer, to be read once. */
export const messageOf = (response: Response): IncomingMessage | undefined => messages.get(response);

/** A `Response` takes no body with these. */
const BODYLESS = new Set([304]);
