import zlib from 'node:zlib';
import { invalid } from '../answer/wire-event.js';
import { errors } from '../errors.js';

/** The length of a frame, that of its headers, and a checksum of both. */
const HEAD_BYTES = 12;
const MAX_FRAME_BYTES = 32 << 20;

/**
 * Hands on the bytes of an AWS event stream, and ends it at a frame whose length is wrong, or is one that no answer has: the decoder takes memory
 * of that length, and waits for as many bytes. Contract: throws MODEL_STREAM_INVALID, or MODEL_STREAM_CUT at an end inside a frame.
 */
export async function* boundedFrames(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  let head = Buffer.alloc(0);
  let left = 0;
  for await (const chunk of source) {
    for (let at = 0; at < chunk.length; ) {
      const wanted = left > 0 ? left : HEAD_BYTES - head.length;
      const taken = chunk.subarray(at, at + wanted);
      at += taken.length;
      if (left > 0) left -= taken.length;
      else {
        head = Buffer.concat([head, taken]);
        if (head.length < HEAD_BYTES) continue;
        left = bytesBehind(head);
        head = Buffer.alloc(0);
      }
    }
    yield chunk;
  }
  if (left > 0 || head.length > 0) throw errors.MODEL_STREAM_CUT({ seen: 'it ends inside a frame' });
}

function bytesBehind(head: Buffer): number {
  const length = head.readUInt32BE(0);
  if (zlib.crc32(head.subarray(0, 8)) !== head.readUInt32BE(8)) throw invalid('the checksum at the head of a frame is wrong');
  if (length <= HEAD_BYTES || length > MAX_FRAME_BYTES) throw invalid(`a frame has the length ${length}`);
  return length - HEAD_BYTES;
}
