import type { IncomingMessage } from 'node:http';
import { BaseAnthropic } from '@anthropic-ai/sdk/client';
import { APIConnectionTimeoutError } from '@anthropic-ai/sdk/core/error';
import { proxyFor } from '@loadout/node/http/send';
import { errors } from '../errors.js';
import { type Connection, originOf } from './connection.js';
import { messageOf, nodeFetchThrough } from './node-fetch.js';

export interface Client {
  /** Resolves when the head of an answer of status 2xx is in. Contract: throws MODEL_TIMEOUT, or the SDK's error for any other status. */
  post(body: Uint8Array, options: PostOptions): Promise<IncomingMessage>;
}

export interface PostOptions {
  readonly signal: AbortSignal;
  readonly betas: readonly string[];
  /** The model, for a server that has it in its address. */
  readonly model: string;
}

/** A timer cannot be longer. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * POST /v1/messages through the SDK's client: address, credential, version, headers and errors are its own. Ours are the bytes
 * that are sent, the retries, and the reading of the answer.
 */
export function createClient(
  connection: Connection,
  { timeoutSeconds, proxy }: { readonly timeoutSeconds: number; readonly proxy?: string | undefined },
): Client {
  const timeoutMs = Math.min(Math.ceil(timeoutSeconds * 1000), LONGEST_MS);
  const route = proxyFor(connection.baseUrl, { given: proxy, env: process.env });
  const sdk = sdkClient(connection, { timeout: timeoutMs, fetch: nodeFetchThrough(route) });
  return {
    async post(body, { signal, betas }) {
      const began = performance.now();
      try {
        const headers = headersOf(connection, betas);
        const response = await sdk.post<Response>('/v1/messages', { body, headers, signal }).asResponse();
        return messageOf(response) ?? lost(response);
      } catch (error) {
        // The network's own time-outs, such as that of a connect, come as the same error but sooner.
        if (!(error instanceof APIConnectionTimeoutError) || performance.now() - began < timeoutMs - 1) throw error;
        throw errors.MODEL_TIMEOUT({ origin: originOf(connection), seconds: timeoutSeconds });
      }
    },
  };
}

function lost(response: Response): never {
  throw new TypeError(`The SDK answered with a response of status ${response.status} that is not the one it was given.`);
}

/** A client that never searches for credentials itself, because it could send them to a server that a configuration names. */
class OwnCredentials extends BaseAnthropic {
  protected override _shouldResolveDefaultCredentials(): boolean {
    return false;
  }
}

/** Each option whose default is read from the environment is given. Credentials are headers of the request. */
function sdkClient(
  { baseUrl }: Connection,
  { timeout, fetch }: { readonly timeout: number; readonly fetch: typeof globalThis.fetch },
): BaseAnthropic {
  return withoutCustomHeaders(
    () =>
      new OwnCredentials({
        baseURL: baseUrl,
        apiKey: null,
        authToken: null,
        webhookKey: null,
        logLevel: 'off',
        openTelemetry: false,
        maxRetries: 0,
        timeout,
        fetch,
      }),
  );
}

/** Hides the one variable that the SDK always reads. Its headers are meant for the address in the environment. */
function withoutCustomHeaders<T>(make: () => T): T {
  const { ANTHROPIC_CUSTOM_HEADERS: custom } = process.env;
  delete process.env.ANTHROPIC_CUSTOM_HEADERS;
  try {
    return make();
  } finally {
    if (custom !== undefined) process.env.ANTHROPIC_CUSTOM_HEADERS = custom;
  }
}

/**
 * Merges headers. Later headers win, in any letter case. null removes a header. A key goes as `x-api-key` and a token as bearer,
 * both if there are both: gateways read one or the other (W1).
 */
function headersOf({ apiKey, authToken, headers }: Connection, betas: readonly string[]): Record<string, string | null> {
  return {
    'content-type': 'application/json',
    ...(betas.length === 0 ? {} : { 'anthropic-beta': betas.join(',') }),
    authorization: authToken === undefined ? null : `Bearer ${authToken}`,
    ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }),
    ...headers,
  };
}
