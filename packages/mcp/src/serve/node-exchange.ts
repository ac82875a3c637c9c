import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

/** The whole body, or `undefined` for one that is larger than this; no more than that is ever held. */
export async function readBody(incoming: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  if (Number(incoming.headers['content-length'] ?? 0) > maxBytes) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** A request in the shape that the protocol's own code takes; its signal is aborted when the client is gone. */
export function toRequest(incoming: IncomingMessage, { body, signal }: { body: Buffer; signal: AbortSignal }): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) for (const one of [value ?? []].flat()) headers.append(name, one);
  const method = incoming.method ?? 'GET';
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const url = new URL(incoming.url ?? '/', 'http://127.0.0.1');
  return new Request(url, { method, headers, signal, ...(hasBody ? { body: new Uint8Array(body) } : {}) });
}

/** Streams an answer. A client that goes away in the middle of it ends it. */
export async function sendResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body === null) {
    outgoing.end();
    return;
  }
  outgoing.flushHeaders();
  await pipeline(Readable.fromWeb(response.body as ReadableStream), outgoing).catch(() => {});
}
