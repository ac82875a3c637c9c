import { invalid } from '../answer/wire-event.js';
import { errors } from '../errors.js';

const LENGTH_BYTES = 4;
const MAX_FRAME_BYTES = 32 << 20;

/**
 * Hands on the bytes of an AWS event stream, and ends it at a frame that names a length which no answer has: the decoder takes memory of that
 * length as soon as it has read it. Contract: throws MODEL_STREAM_INVALID, or MODEL_STREAM_CUT at an end inside a frame.
 */
export async function* boundedFrames(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const head: number[] = [];
  let left = 0;
  for await (const chunk of source) {
    for (let at = 0; at < chunk.length; ) {
      if (left > 0) {
        const step = Math.min(left, chunk.length - at);
        left -= step;
        at += step;
        continue;
      }
      head.push(chunk[at] ?? 0);
      at += 1;
      if (head.length === LENGTH_BYTES) left = rest(head.splice(0));
    }
    yield chunk;
  }
  if (left > 0 || head.length > 0) throw errors.MODEL_STREAM_CUT({ seen: 'it ends inside a frame' });
}

/** The bytes of a frame behind its length. */
function rest(head: readonly number[]): number {
  const length = Buffer.from(head).readUInt32BE();
  if (length <= LENGTH_BYTES || length > MAX_FRAME_BYTES) throw invalid(`a frame has the length ${length}`);
  return length - LENGTH_BYTES;
}
