import { StringDecoder } from 'node:string_decoder';
import type { IoParts } from '../io.js';

const readers = new WeakMap<object, LineReader>();

/** Returns the single reader of an input: text that was read ahead for one question stays available for the next. */
export function lineReader(io: { readonly stdin: IoParts['stdin'] }): LineReader {
  const reader = readers.get(io) ?? new LineReader(io);
  readers.set(io, reader);
  return reader;
}

/** The most characters of an answer. */
const LONGEST_LINE = 1024 * 1024;

/** Reads lines of an input, one at a time. Nothing is read before the first line is requested. */
class LineReader {
  readonly #io: { readonly stdin: IoParts['stdin'] };
  readonly #decoder = new StringDecoder('utf8');
  #input: AsyncIterator<Buffer | string> | undefined;
  /** A pending read. If its caller gives up, the next caller gets the result. */
  #pending: Promise<IteratorResult<Buffer | string>> | undefined;
  #text = '';
  #ended = false;

  constructor(io: { readonly stdin: IoParts['stdin'] }) {
    this.#io = io;
  }

  /** Returns a line without its line end; `undefined` at the end of the input, and when the signal aborts. */
  async next(signal: AbortSignal): Promise<string | undefined> {
    while (!this.#text.includes('\n') && !this.#ended) {
      const piece = await this.#piece(signal);
      if (piece === undefined) return undefined;
      this.#text += piece;
      // An answer that does not end is none, and ends the input.
      if (this.#text.length > LONGEST_LINE) [this.#text, this.#ended] = ['', true];
    }
    if (this.#text === '') return undefined;
    const [line = '', ...rest] = this.#text.split('\n');
    this.#text = rest.join('\n');
    return line.replace(/\r$/, '');
  }

  /** `undefined` when the signal aborts. */
  async #piece(signal: AbortSignal): Promise<string | undefined> {
    this.#input ??= this.#io.stdin[Symbol.asyncIterator]();
    this.#pending ??= this.#input.next();
    const found = await orAborted(this.#pending, signal);
    if (found === undefined) return undefined;
    this.#pending = undefined;
    if (found.done !== true) return typeof found.value === 'string' ? found.value : this.#decoder.write(found.value);
    this.#ended = true;
    return this.#decoder.end();
  }
}

function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const stop = () => resolve(undefined);
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
