import { proxyFor, sender } from '@loadout/node/http/send';
import { answerOf } from '../answer-of.js';
import { type Client, lengthOf, type PostOptions } from '../client.js';
import { originOf } from '../connection.js';
import { requestHeaders } from '../request-headers.js';
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
      const bounds = { signal: options.signal, timeoutSeconds, origin: originOf(connection) };
      return answerOf((signal) => send({ url, method: 'POST', headers, body, signal }), bounds);
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
  readonly body: readonly Uint8Array[];
  readonly options: PostOptions;
}

function headersOf(connection: CloudConnection, { url, body, options }: Posting): Record<string, string> {
  const { cloud, authToken } = connection;
  const own = {
    'content-type': 'application/json',
    ...(cloud.transport === 'vertex' && options.betas.length > 0 ? { 'anthropic-beta': options.betas.join(',') } : {}),
    ...(authToken === undefined ? {} : { authorization: `Bearer ${authToken}` }),
  };
  const headers = requestHeaders(own, connection.headers);
  const keys: AwsKeys | undefined = cloud.transport === 'bedrock' ? cloud.keys : undefined;
  const length = { 'content-length': lengthOf(body) };
  if (keys === undefined || cloud.transport !== 'bedrock' || 'authorization' in headers) return { ...headers, ...length };
  const signing = { keys, region: cloud.region, service: 'bedrock', at: new Date() };
  // A proxy may change any other header, and with it the signature.
  const toSign = Object.fromEntries(Object.entries(headers).filter(([name]) => /^(content-type$|x-amz-)/.test(name)));
  return { ...headers, ...signRequest({ method: 'POST', url, headers: toSign, body: Buffer.concat(body) }, signing), ...length };
}
