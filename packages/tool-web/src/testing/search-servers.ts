import type { IncomingMessage, ServerResponse } from 'node:http';
import { SearchProvider, type SearchRequest } from '../search/provider.js';
import { serve } from './servers.js';

export const KEY = 'key-1234567890';

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return chunks.length === 0 ? undefined : JSON.parse(Buffer.concat(chunks).toString());
}

/** A provider's server that answers everything with `answer` and records its requests. */
export async function provider(answer: unknown, status = 200) {
  const asked: { url: URL; method: string | undefined; headers: IncomingMessage['headers']; body: unknown }[] = [];
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    asked.push({
      url: new URL(request.url ?? '/', 'http://x'),
      method: request.method,
      headers: request.headers,
      body: await bodyOf(request),
    });
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(typeof answer === 'string' ? answer : JSON.stringify(answer));
  };
  const server = await serve((request, response) => void respond(request, response));
  return { url: server.url, asked };
}

export const results = [
  { title: 'First', url: 'https://a.example/1' },
  { title: 'Second', url: 'https://docs.b.example/2' },
  { title: 'Third', url: 'https://notb.example/3' },
];
export const hits = results.map((one) => ({ ...one, snippet: `About ${one.title}` }));

export const stub = (found: readonly object[], seen: SearchRequest[] = []): readonly [typeof SearchProvider, SearchProvider] => [
  SearchProvider,
  {
    name: 'stub',
    search: async (request) => {
      seen.push(request);
      return found as never;
    },
  },
];
