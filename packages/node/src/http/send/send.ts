import type { IncomingMessage, RequestOptions } from 'node:http';
import { urlToHttpOptions } from 'node:url';
import { request } from '../node-http.js';
import { hungUp } from './hung-up.js';
import { overProxy, overTunnel } from './through-proxy.js';

/** A request, without its way to the server. */
export interface Outgoing {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A list is sent piece by piece, without a copy. Contract: nobody changes the bytes. */
  readonly body?: string | Uint8Array | readonly Uint8Array[] | undefined;
  readonly signal?: AbortSignal | null | undefined;
}

/**
 * Returns a function that sends requests over `node:http` and the agents of the runtime, through the proxy if there is one. The
 * runtime's own `fetch` reads HTTP with WebAssembly, whose compiler keeps a process of Node 20 alive for 90 ms after the last
 * answer. It also gives up an answer that is silent for 300 s. This function follows no redirects.
 */
export function sender(proxy: URL | undefined): (outgoing: Outgoing) => Promise<IncomingMessage> {
  return async (outgoing) => {
    const { url, method, headers, signal } = outgoing;
    try {
      const options = await routed({ proxy, url, signal, options: { method, headers } });
      return await send(outgoing, options);
    } catch (error) {
      outgoing.signal?.throwIfAborted();
      throw error;
    }
  };
}

interface Routing {
  readonly proxy: URL | undefined;
  readonly url: URL;
  readonly signal: Outgoing['signal'];
  readonly options: RequestOptions;
}

async function routed({ proxy, url, signal, options }: Routing): Promise<RequestOptions> {
  if (proxy === undefined) return options;
  return url.protocol === 'https:' ? overTunnel(proxy, url, { options, signal }) : overProxy(proxy, url, options);
}

async function send(outgoing: Outgoing, options: RequestOptions): Promise<IncomingMessage> {
  const { url, body, signal } = outgoing;
  signal?.throwIfAborted();
  const start = url.protocol === 'https:' ? (await import('node:https')).request : request;
  return new Promise((resolve, reject) => {
    // Not the request's own `signal`, which gives the connection an error: where the answer is all in but not all read, Node has
    // stopped listening for that by then, and it would end this process.
    const stop = () => sent.destroy();
    const over = () => signal?.removeEventListener('abort', stop);
    // An answer that asks for another protocol closes the request without an error.
    const closed = () => reject(hungUp());
    const sent = start({ ...urlToHttpOptions(url), ...options }, (message) => {
      sent.off('close', closed);
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
      if (stale && signal?.aborted !== true) resolve(send(outgoing, options));
      else reject(error);
    });
    sent.once('close', closed);
    const pieces = Array.isArray(body) ? body : [body];
    for (const piece of pieces.slice(0, -1)) sent.write(piece);
    sent.end(pieces.at(-1));
  });
}
