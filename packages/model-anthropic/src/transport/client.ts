import type { IncomingMessage } from 'node:http';
import { proxyFor, sender } from '@loadout/node/http/send';
import { answerOf } from './answer-of.js';
import { type Connection, originOf } from './connection.js';
import { requestHeaders } from './request-headers.js';

export interface Client {
  /** Resolves when the head of an answer of status 2xx is in. Contract: throws MODEL_TIMEOUT, or a `Refusal` for any other status. */
  post(body: readonly Uint8Array[], options: PostOptions): Promise<IncomingMessage>;
}

export interface PostOptions {
  readonly signal: AbortSignal;
  readonly betas: readonly string[];
  /** The model, for a server that has it in its address. */
  readonly model: string;
}

/** The version of the API that its SDK names, to which a test holds this one. */
const VERSION = '2026-10-21';

/** POST /v1/messages. What it sends is compared with the requests of the API's own SDK (decision 0068). */
export function createClient(
  connection: Connection,
  { timeoutSeconds, proxy }: { readonly timeoutSeconds: number; readonly proxy?: string | undefined },
): Client {
  const send = sender(proxyFor(connection.baseUrl, { given: proxy, env: process.env }));
  const url = new URL(`${connection.baseUrl}/v1/messages`);
  const bounds = { timeoutSeconds, origin: originOf(connection) };
  let last: { readonly betas: string; readonly headers: Record<string, string> } | undefined;
  return {
    post: (body, { signal, betas: list }) => {
      const betas = list.join(',');
      if (last?.betas !== betas) last = { betas, headers: headersOf(connection, betas) };
      const headers = { ...last.headers, 'content-length': lengthOf(body) };
      return answerOf((until) => send({ url, method: 'POST', headers, body, signal: until }), { ...bounds, signal });
    },
  };
}

/** The length of all pieces, as a header has it. */
export const lengthOf = (body: readonly Uint8Array[]): string => String(body.reduce((sum, piece) => sum + piece.length, 0));

/** A key goes as `x-api-key` and a token as bearer, both if there are both: gateways read one or the other (W1). */
function headersOf({ apiKey, authToken, headers }: Connection, betas: string): Record<string, string> {
  return requestHeaders(
    {
      accept: 'application/json',
      'anthropic-version': VERSION,
      'content-type': 'application/json',
      'user-agent': 'loadout',
      ...(betas === '' ? {} : { 'anthropic-beta': betas }),
      ...(authToken === undefined ? {} : { authorization: `Bearer ${authToken}` }),
      ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }),
    },
    headers,
  );
}
