import { Readable } from 'node:stream';
import type { BaseAnthropic } from '@anthropic-ai/sdk';
import { isLoadoutError, messageOf } from '@loadout/core';
import { invalid } from '../answer/wire-event.js';
import type { Answered, Exchange } from '../exchange.js';
import type { Connection } from './connection.js';
import { requestHeaders } from './request-headers.js';

/**
 * The answer as an SDK has decoded it, if it had to. To close its body closes the connection at once, which the SDK itself would wait for.
 */
function decodedBySdk(decoded: Response, answer: Answered): Answered {
  if (decoded.body === null) return answer;
  const { headers, body: source } = answer;
  const chunks: AsyncIterator<Uint8Array> = decoded.body[Symbol.asyncIterator]();
  const body = new Readable({
    read() {
      chunks.next().then(
        ({ done, value }) => this.push(done === true ? null : value),
        (cause: unknown) => this.destroy(source.errored ?? unreadable(cause)),
      );
    },
    destroy(error, done) {
      source.destroy();
      done(error);
    },
  });
  return { headers: { ...headers, 'content-type': decoded.headers.get('content-type') ?? undefined }, body };
}

/** The connection is whole, so the bytes are wrong. */
const unreadable = (cause: unknown): Error =>
  isLoadoutError(cause) ? cause : invalid(`a frame cannot be read: ${messageOf(cause)}`);

export interface Client {
  /** Resolves when the head of an answer of status 2xx is in. Contract: throws MODEL_TIMEOUT, or a `Refusal` for any other status. */
  post(body: readonly Uint8Array[], options: PostOptions): Promise<Answered>;
}

export interface PostOptions {
  readonly signal: AbortSignal;
  readonly betas: readonly string[];
  /** Headers of this request alone. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface Posting {
  readonly exchange: Exchange;
  readonly headers: Readonly<Record<string, string | null>>;
  /** A body that the SDK changes into the form of a cloud. Absent: the pieces of the exchange are sent. */
  readonly body?: string | undefined;
}

/** Posts to the Messages API through the client of an SDK. Throws the error of our own `fetch` where there is one. */
export async function answered(sdk: BaseAnthropic, { exchange, ...request }: Posting): Promise<Answered> {
  const { signal } = exchange;
  const fetchOptions: object = { exchange };
  try {
    const response = await sdk.post<Response>('/v1/messages', { ...request, signal, fetchOptions }).asResponse();
    const { answer } = exchange;
    if (answer === undefined) throw new TypeError(`the SDK has an answer of status ${response.status} that nobody sent`);
    return decodedBySdk(response, answer);
  } catch (error) {
    throw exchange.failure ?? error;
  }
}

/**
 * The headers of a request beside those of the SDK; null keeps one away. A key goes as `x-api-key` and a token as bearer, both if there are
 * both: gateways read one or the other (W1).
 */
export function headersOf({ apiKey, authToken, headers }: Connection, betas: readonly string[]): Posting['headers'] {
  const own = {
    'content-type': 'application/json',
    ...(betas.length === 0 ? {} : { 'anthropic-beta': betas.join(',') }),
    authorization: authToken === undefined ? null : `Bearer ${authToken}`,
    'x-api-key': apiKey ?? null,
  };
  return requestHeaders(own, headers);
}
