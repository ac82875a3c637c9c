const NEWLINE = 10;
const RETURN = 13;
const COLON = 58;
const SPACE = 32;
const D = 100;
const E = 101;
const R = 114;
const MAX_LINE_BYTES = 32 << 20;
const MARK = Buffer.from('\ufeff');

export interface SseOptions<T> {
  /** Makes an event of its data and its name; `undefined` leaves it out. */
  readonly parse: (data: string, name: string) => T | undefined;
  /** Makes the error that is thrown for an event without bound. */
  readonly refuse: (problem: string) => Error;
  readonly maxLineBytes?: number | undefined;
}

/**
 * Server-sent events out of chunks of bytes, wherever these are cut. A line ends with LF, CRLF or CR. Lines are cut out before
 * they are decoded, so a character is never torn. A field `error`, which llama.cpp sends in place of `data`, is the data of an event of
 * that name. Fields other than these and `event` are skipped undecoded.
 */
export class SseReader<T> {
  readonly #options: SseOptions<T>;
  readonly #maxLineBytes: number;
  #rest: Buffer[] = [];
  #restBytes = 0;
  /** True if the last byte so far was a CR, so that an LF behind it belongs to it. */
  #returned = false;
  #isFirstLine = true;
  #data: string | undefined;
  #name = '';

  constructor(options: SseOptions<T>) {
    this.#options = options;
    this.#maxLineBytes = options.maxLineBytes ?? MAX_LINE_BYTES;
  }

  /** Returns the events that this chunk completes. */
  push(chunk: Buffer): T[] {
    const events: T[] = [];
    const ends = new LineEnds(chunk);
    let from = this.#returned && chunk[0] === NEWLINE ? 1 : 0;
    if (chunk.length > 0) this.#returned = false;
    for (let end = ends.after(from); end !== -1; end = ends.after(from)) {
      if (this.#restBytes === 0) this.#line(chunk, { from, end, events });
      else {
        const line = Buffer.concat([...this.#rest, chunk.subarray(from, end)]);
        this.#rest = [];
        this.#restBytes = 0;
        this.#line(line, { from: 0, end: line.length, events });
      }
      const isReturn = chunk[end] === RETURN;
      this.#returned = isReturn && end + 1 === chunk.length;
      from = end + (isReturn && chunk[end + 1] === NEWLINE ? 2 : 1);
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
    if (size > this.#maxLineBytes) throw this.#options.refuse(`one event is longer than ${this.#maxLineBytes} bytes`);
  }

  #line(bytes: Buffer, { from: begin, end, events }: { from: number; end: number; events: T[] }): void {
    const from = this.#isFirstLine && bytes.subarray(begin, begin + 3).equals(MARK) ? begin + 3 : begin;
    this.#isFirstLine = false;
    const first = bytes[from];
    if (end === from) this.#dispatch(events);
    else if (first === D && bytes[from + 4] === COLON) this.#add(fieldValue(bytes, from + 5, end));
    else if (first === E && bytes[from + 5] === COLON) {
      const value = fieldValue(bytes, from + 6, end);
      if (bytes[from + 1] !== R) this.#name = value;
      else {
        this.#name = 'error';
        this.#add(value);
      }
    }
  }

  #add(text: string): void {
    this.#data = this.#data === undefined ? text : `${this.#data}\n${text}`;
    this.#bound(this.#data.length);
  }

  #dispatch(events: T[]): void {
    const data = this.#data;
    const name = this.#name;
    this.#data = undefined;
    this.#name = '';
    const event = data === undefined ? undefined : this.#options.parse(data, name);
    if (event !== undefined) events.push(event);
  }
}

const fieldValue = (bytes: Buffer, from: number, end: number): string =>
  bytes.toString('utf8', bytes[from] === SPACE ? from + 1 : from, end);

/** The places of the line ends in a chunk. Each of the two kinds is searched for once only, also where the other is used. */
class LineEnds {
  readonly #chunk: Buffer;
  #newline: number;
  #return: number;

  constructor(chunk: Buffer) {
    this.#chunk = chunk;
    this.#newline = chunk.indexOf(NEWLINE);
    this.#return = chunk.indexOf(RETURN);
  }

  /** Returns the first line end at or after `from`, or -1. */
  after(from: number): number {
    if (this.#newline !== -1 && this.#newline < from) this.#newline = this.#chunk.indexOf(NEWLINE, from);
    if (this.#return !== -1 && this.#return < from) this.#return = this.#chunk.indexOf(RETURN, from);
    if (this.#newline === -1 || this.#return === -1) return Math.max(this.#newline, this.#return);
    return Math.min(this.#newline, this.#return);
  }
}
