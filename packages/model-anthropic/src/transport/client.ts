import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import type { Agent as HttpsAgent } from 'node:https';
import { errors } from '../errors.js';
import { type Connection, originOf } from './connection.js';

/** What the version of the API in `@anthropic-ai/sdk` is; a test holds the two together. */
const API_VERSION = '2026-10-21';

export interface Client {
  /** Resolves with the head of the answer, whatever its status. Contract: throws MODEL_TIMEOUT or the connection's own error. */
  post(body: Buffer, options: PostOptions): Promise<IncomingMessage>;
  close(): void;
}

export interface PostOptions {
  readonly signal: AbortSignal;
  readonly betas: readonly string[];
}

/**
 * POST /v1/messages over `node:http`, on connections that are kept alive. The SDK's client would do as much, but loading
 * it and the web streams under it takes longer than all the rest of a start.
 */
export function createClient(connection: Connection, { timeoutSeconds }: { timeoutSeconds: number }): Client {
  const url = new URL(`${connection.baseUrl}/v1/messages`);
  const secure = url.protocol === 'https:';
  let agent: HttpAgent | HttpsAgent | undefined;
  return {
    async post(body, { signal, betas }) {
      const { Agent, request } = secure ? await import('node:https') : { Agent: HttpAgent, request: httpRequest };
      agent ??= new Agent({ keepAlive: true });
      const timedOut = () => errors.MODEL_TIMEOUT({ origin: originOf(connection), seconds: timeoutSeconds });
      return send({ url, request, agent, body, headers: headersOf(connection, betas), signal, timeoutSeconds, timedOut });
    },
    close: () => agent?.destroy(),
  };
}

/** Lower case throughout, so that the configuration's own replace them; null takes one away. */
export function headersOf({ apiKey, authToken, headers }: Connection, betas: readonly string[]): Record<string, string> {
  const credential = apiKey ?? authToken;
  const all: Record<string, string | null> = {
    accept: 'application/json',
    'content-type': 'application/json',
    'user-agent': 'loadout',
    'anthropic-version': API_VERSION,
    'anthropic-beta': betas.length === 0 ? null : betas.join(','),
    authorization: credential === undefined ? null : `Bearer ${credential}`,
  };
  for (const [name, value] of Object.entries(headers)) all[name.toLowerCase()] = value;
  return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null));
}

interface Sending {
  readonly url: URL;
  readonly request: typeof httpRequest;
  readonly agent: HttpAgent;
  readonly body: Buffer;
  readonly headers: Record<string, string>;
  readonly signal: AbortSignal;
  readonly timeoutSeconds: number;
  readonly timedOut: () => Error;
}

function send(sending: Sending): Promise<IncomingMessage> {
  const { url, request, agent, body, headers, signal, timeoutSeconds, timedOut } = sending;
  return new Promise((resolve, reject) => {
    const timeout = Math.min(Math.ceil(timeoutSeconds * 1000), 2 ** 31 - 1);
    const sent = request(url, { method: 'POST', headers, agent, signal, timeout }, (message) => {
      sent.setTimeout(0);
      resolve(message);
    });
    sent.on('timeout', () => sent.destroy(timedOut()));
    sent.on('error', (error: NodeJS.ErrnoException) => {
      // A server may close a kept connection just when it is used again; it has read nothing of this request then.
      const stale = sent.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
      if (stale && !signal.aborted) resolve(send(sending));
      else reject(error);
    });
    sent.end(body);
  });
}
