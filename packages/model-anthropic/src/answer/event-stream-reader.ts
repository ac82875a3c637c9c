import { crc32 } from 'node:zlib';
import { invalid, toWireEvent, type WireEvent } from './wire-event.js';

/** Lengths of the whole frame and of its headers, and a checksum of these. */
const PRELUDE_BYTES = 12;
const CHECKSUM_BYTES = 4;
const MAX_FRAME_BYTES = 32 << 20;

/**
 * Events out of AWS's event stream, wherever its bytes are cut. Each frame has two checksums; a frame whose checksum is wrong ends
 * the answer with MODEL_STREAM_INVALID, and no event of it comes out.
 */
export class EventStreamReader {
  #rest: Buffer[] = [];
  #bytes = 0;
  /** The length of the frame that is not complete yet, once it is known. */
  #wanted = PRELUDE_BYTES;

  /** Returns the events that this chunk completes. */
  *push(chunk: Buffer): Generator<WireEvent> {
    this.#rest.push(chunk);
    this.#bytes += chunk.length;
    if (this.#bytes < this.#wanted) return;
    let bytes = this.#rest.length === 1 ? chunk : Buffer.concat(this.#rest);
    for (;;) {
      this.#wanted = bytes.length < PRELUDE_BYTES ? PRELUDE_BYTES : frameLength(bytes);
      if (bytes.length < this.#wanted) break;
      const frame = bytes.subarray(0, this.#wanted);
      bytes = bytes.subarray(this.#wanted);
      yield* eventsOf(frame);
    }
    this.#rest = [bytes];
    this.#bytes = bytes.length;
  }
}

/** Checked before anything is waited for: a broken length could be one that never comes. */
function frameLength(bytes: Buffer): number {
  const length = bytes.readUInt32BE(0);
  if (crc32(bytes.subarray(0, 8)) !== bytes.readUInt32BE(8)) throw invalid('the checksum at the head of a frame is wrong');
  const least = PRELUDE_BYTES + bytes.readUInt32BE(4) + CHECKSUM_BYTES;
  if (length < least || length > MAX_FRAME_BYTES) throw invalid(`a frame has the length ${length}`);
  return length;
}

function eventsOf(frame: Buffer): readonly WireEvent[] {
  const end = frame.length - CHECKSUM_BYTES;
  if (crc32(frame.subarray(0, end)) !== frame.readUInt32BE(end)) throw invalid('the checksum of a frame is wrong');
  const headersEnd = PRELUDE_BYTES + frame.readUInt32BE(4);
  const headers = readHeaders(frame.subarray(PRELUDE_BYTES, headersEnd));
  const payload = frame.toString('utf8', headersEnd, end);
  const kind = headers.get(':message-type');
  if (kind === 'exception') return [failed(headers.get(':exception-type'), payload)];
  if (kind === 'error') return [errorEvent(headers.get(':error-code'), headers.get(':error-message') ?? payload)];
  if (headers.get(':event-type') !== 'chunk') return [];
  const { bytes } = parsed(payload) as { readonly bytes?: unknown };
  if (typeof bytes !== 'string') throw invalid(`a chunk has no bytes: ${payload.slice(0, 100)}`);
  const event = toWireEvent(Buffer.from(bytes, 'base64').toString('utf8'), '');
  return event === undefined ? [] : [event];
}

function failed(type: string | undefined, payload: string): WireEvent {
  const { message } = parsed(payload) as { readonly message?: unknown };
  return errorEvent(type, typeof message === 'string' ? message : payload);
}

const errorEvent = (type: string | undefined, message: string): WireEvent => ({
  type: 'error',
  error: { type, message: `${type ?? 'an exception'}: ${message}` },
});

function parsed(payload: string): object {
  try {
    const value: unknown = JSON.parse(payload);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Said below, with what came.
  }
  throw invalid(`a frame's payload is not a JSON object: ${JSON.stringify(payload.slice(0, 100))}`);
}

/** The bytes of a header's value by its type; types 6 and 7, bytes and text, say their length first. */
const VALUE_BYTES: Readonly<Record<number, number>> = { 0: 0, 1: 0, 2: 1, 3: 2, 4: 4, 5: 8, 8: 8, 9: 16 };
const TEXT = 7;

/** Headers with a text as value; the others are skipped. */
function readHeaders(bytes: Buffer): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  let at = 0;
  try {
    while (at < bytes.length) {
      const nameEnd = at + 1 + bytes.readUInt8(at);
      const name = bytes.toString('utf8', at + 1, nameEnd);
      const type = bytes.readUInt8(nameEnd);
      const fixed = VALUE_BYTES[type];
      const from = nameEnd + (fixed === undefined ? 3 : 1);
      const length = fixed ?? bytes.readUInt16BE(nameEnd + 1);
      if (type === TEXT) headers.set(name, bytes.toString('utf8', from, from + length));
      at = from + length;
    }
  } catch {
    throw invalid('the headers of a frame are longer than it says');
  }
  return headers;
}
