import { errors } from '../errors.js';
import { parseData } from './parse-data.js';

/** An event of a stream, its data parsed. */
export interface WireEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

const NEWLINE = 10;
const RETURN = 13;
const COLON = 58;
const SPACE = 32;
const D = 100;
const E = 101;
const MAX_LINE_BYTES = 32 << 20;

/**
 * Server-sent events out of chunks of bytes, wherever these are cut. Lines are cut out before they are decoded, so a
 * character is never torn. Fields other than `data` and `event` are skipped undecoded.
 */
export class SseReader {
  readonly #maxLineBytes: number;
  #rest: Buffer[] = [];
  #restBytes = 0;
  #data: string | undefined;
  #name = '';

  constructor(maxLineBytes = MAX_LINE_BYTES) {
    this.#maxLineBytes = maxLineBytes;
  }

  /** The events that this chunk completes. Throws MODEL_STREAM_INVALID for data that is not JSON, or without bound. */
  push(chunk: Buffer): WireEvent[] {
    const events: WireEvent[] = [];
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      if (this.#restBytes === 0) this.#line(chunk, { from, end, events });
      else {
        const line = Buffer.concat([...this.#rest, chunk.subarray(from, end)]);
        this.#rest = [];
        this.#restBytes = 0;
        this.#line(line, { from: 0, end: line.length, events });
      }
      from = end + 1;
    }
    if (from < chunk.length) this.#keep(chunk.subarray(from));
    return events;
  }

  #keep(rest: Buffer): void {
    this.#rest.push(rest);
    this.#restBytes += rest.length;
    this.#bound(this.#restBytes);
  }

  #bound(size: number): void {
    if (size <= this.#maxLineBytes) return;
    throw errors.MODEL_STREAM_INVALID({ problem: `one event is longer than ${this.#maxLineBytes} bytes` });
  }

  #line(bytes: Buffer, { from, end, events }: { from: number; end: number; events: WireEvent[] }): void {
    const last = end > from && bytes[end - 1] === RETURN ? end - 1 : end;
    const first = bytes[from];
    if (last === from) this.#dispatch(events);
    else if (first === D && bytes[from + 4] === COLON) {
      const text = bytes.toString('utf8', from + (bytes[from + 5] === SPACE ? 6 : 5), last);
      this.#data = this.#data === undefined ? text : `${this.#data}\n${text}`;
      this.#bound(this.#data.length);
    } else if (first === E && bytes[from + 5] === COLON) {
      this.#name = bytes.toString('latin1', from + (bytes[from + 6] === SPACE ? 7 : 6), last);
    }
  }

  #dispatch(events: WireEvent[]): void {
    const data = this.#data;
    const name = this.#name;
    this.#data = undefined;
    this.#name = '';
    if (data === undefined || data === '[DONE]') return;
    const value = parseData(data);
    if (typeof value !== 'object' || value === null) {
      throw errors.MODEL_STREAM_INVALID({ problem: `an event's data is ${JSON.stringify(data.slice(0, 100))}` });
    }
    events.push(typeof (value as WireEvent).type === 'string' ? (value as WireEvent) : { ...value, type: name });
  }
}
