import type { IncomingMessage } from 'node:http';
import { decodedBody, readText } from '@loadout/node/http';
import { proxyFor, sender } from '@loadout/node/http/send';
import { invalid } from '../../answer/wire-event.js';
import { errors } from '../../errors.js';
import type { Client, PostOptions } from '../client.js';
import { originOf } from '../connection.js';
import { headersOf as headersOfAnswer } from '../node-fetch.js';
import type { CloudConnection } from './cloud-connection.js';
import { type AwsKeys, signRequest } from './sign-request.js';

export interface CloudClientOptions {
  readonly timeoutSeconds: number;
  readonly proxy?: string | undefined;
}

/** Posts to Bedrock or Vertex: their addresses, their credentials, and the bytes that are given. */
export function createCloudClient(connection: CloudConnection, { timeoutSeconds, proxy }: CloudClientOptions): Client {
  const send = sender(proxyFor(connection.baseUrl, { given: proxy, env: process.env }));
  return {
    async post(body, options) {
      const url = addressOf(connection, options.model);
      const headers = headersOf(connection, { url, body, options });
      const message = await withinTime((signal) => send({ url, method: 'POST', headers, body, signal }), {
        signal: options.signal,
        timeoutSeconds,
        origin: originOf(connection),
      });
      const { statusCode: status = 0 } = message;
      if (status >= 200 && status < 300) return message;
      throw await refusalOf(message, status);
    },
  };
}

/** The address of a model. Its id may have colons and slashes, and `@` before a date. */
function addressOf({ baseUrl, cloud }: CloudConnection, model: string): URL {
  const id = encodeURIComponent(model);
  if (cloud.transport !== 'vertex') return new URL(`${baseUrl}/model/${id}/invoke-with-response-stream`);
  const place = `projects/${encodeURIComponent(cloud.project)}/locations/${encodeURIComponent(cloud.region)}`;
  return new URL(`${baseUrl}/${place}/publishers/anthropic/models/${id.replaceAll('%40', '@')}:streamRawPredict`);
}

interface Posting {
  readonly url: URL;
  readonly body: Uint8Array;
  readonly options: PostOptions;
}

/** Headers of the options win, and null removes one. */
function headersOf(connection: CloudConnection, { url, body, options }: Posting): Record<string, string> {
  const { cloud, authToken } = connection;
  const own: Record<string, string | null> = {
    'content-type': 'application/json',
    ...(cloud.transport === 'vertex' && options.betas.length > 0 ? { 'anthropic-beta': options.betas.join(',') } : {}),
    ...(authToken === undefined ? {} : { authorization: `Bearer ${authToken}` }),
  };
  for (const [name, value] of Object.entries(connection.headers)) own[name.toLowerCase()] = value;
  const headers = Object.fromEntries(Object.entries(own).filter((entry): entry is [string, string] => entry[1] !== null));
  const keys: AwsKeys | undefined = cloud.transport === 'bedrock' ? cloud.keys : undefined;
  const length = { 'content-length': String(body.length) };
  if (keys === undefined || cloud.transport !== 'bedrock' || 'authorization' in headers) return { ...headers, ...length };
  const signing = { keys, region: cloud.region, service: 'bedrock', at: new Date() };
  // A proxy may change any other header, and with it the signature.
  const toSign = Object.fromEntries(Object.entries(headers).filter(([name]) => /^(content-type$|x-amz-)/.test(name)));
  return { ...headers, ...signRequest({ method: 'POST', url, headers: toSign, body }, signing), ...length };
}

/** A timer cannot be longer. */
const LONGEST_MS = 2 ** 31 - 1;

interface Bounds {
  readonly signal: AbortSignal;
  readonly timeoutSeconds: number;
  readonly origin: string;
}

/** Bounds the wait for the head of the answer. Throws MODEL_TIMEOUT. */
async function withinTime(
  ask: (signal: AbortSignal) => Promise<IncomingMessage>,
  { signal, timeoutSeconds, origin }: Bounds,
): Promise<IncomingMessage> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), Math.min(timeoutSeconds * 1000, LONGEST_MS));
  const stop = () => late.abort(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    const message = await ask(late.signal);
    message.once('close', () => signal.removeEventListener('abort', stop));
    return message;
  } catch (error) {
    signal.removeEventListener('abort', stop);
    if (late.signal.aborted && !signal.aborted) throw errors.MODEL_TIMEOUT({ origin, seconds: timeoutSeconds });
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** An error in the shape of the SDK's, which `toFailure` reads. */
async function refusalOf(message: IncomingMessage, status: number): Promise<Error> {
  const text = await readText(await decodedBody(message, invalid));
  return Object.assign(new Error(`${status} ${text}`), { status, headers: headersOfAnswer(message), error: bodyOf(text) });
}

/** Google sends some errors as a list of one. */
function bodyOf(text: string): unknown {
  try {
    const body: unknown = JSON.parse(text);
    return Array.isArray(body) ? body[0] : body;
  } catch {
    return undefined;
  }
}
