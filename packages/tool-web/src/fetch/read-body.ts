import type { Readable } from 'node:stream';
import { errors } from '../errors.js';
import { decoded } from './decompress.js';

export interface BodyFacts {
  readonly url: string;
  readonly contentEncoding: string;
  readonly maxBytes: number;
}

/** Reads and decompresses a body as it arrives. Stops as soon as it exceeds `maxBytes`, whatever its headers say. */
export async function readBody(body: Readable, { url, contentEncoding, maxBytes }: BodyFacts): Promise<Buffer> {
  const source = decoded(body, contentEncoding);
  if (source === undefined) {
    discard(body);
    throw errors.WEB_REQUEST_FAILED({ url, reason: 'its content-encoding is not one that was asked for' });
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > maxBytes) throw errors.WEB_TOO_LARGE({ url, bytes: maxBytes });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

/** Ends a body that nobody reads. */
export function discard(body: Readable): void {
  body.on('error', () => {});
  body.destroy();
}
