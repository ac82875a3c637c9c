import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';

/**
 * The body of an answer as it was before a gateway compressed it. No request asks for that, and some gateways do it all the
 * same. For an encoding that Node does not read it throws the error that `refuse` makes.
 */
export async function decodedBody(message: IncomingMessage, refuse: (problem: string) => Error): Promise<Readable> {
  const encoding = (message.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity' || encoding === '') return message;
  const decoder = await decoderFor(encoding);
  if (decoder === undefined) {
    message.destroy();
    throw refuse(`its body has the encoding ${JSON.stringify(encoding.slice(0, 100))}`);
  }
  // Readers receive a failure as an error of the decoder.
  return pipeline(message, decoder, () => {});
}

async function decoderFor(encoding: string) {
  const { constants, createBrotliDecompress, createGunzip, createInflate } = await import('node:zlib');
  // Bytes are handed on as they come. A body that ends without its trailer shows in the events that it lacks.
  const flush = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip(flush);
  if (encoding === 'deflate') return createInflate(flush);
  return encoding === 'br'
    ? createBrotliDecompress({
        flush: constants.BROTLI_OPERATION_FLUSH,
        finishFlush: constants.BROTLI_OPERATION_FLUSH,
      })
    : undefined;
}
