import type { Readable } from 'node:stream';

/** An error page longer than this is not worth reading. */
const MAX_BYTES = 1 << 20;

/** Reads the start of an answer that is not an event stream. */
export async function readText(body: Readable): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_BYTES) break;
  }
  return Buffer.concat(chunks).toString();
}
