import { errors } from '../errors.js';

const NEWLINE = 0x0a;

/** Cuts a stream of bytes into lines. Holds one unfinished line, at most `limit` bytes; more throws MCP_ANSWER_TOO_LARGE. */
export class LineSplitter {
  #parts: Buffer[] = [];
  #held = 0;
  #isFirst = true;
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  push(chunk: Buffer, onLine: (line: string) => void): void {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      this.#hold(chunk.subarray(from, end));
      from = end + 1;
      const line = Buffer.concat(this.#parts, this.#held).toString();
      this.clear();
      // Programs of Windows begin their output with a byte order mark.
      onLine(this.#isFirst ? line.replace(/^\ufeff/, '') : line);
      this.#isFirst = false;
    }
    this.#hold(chunk.subarray(from));
  }

  clear(): void {
    this.#parts = [];
    this.#held = 0;
  }

  #hold(part: Buffer) {
    if (part.length === 0) return;
    this.#held += part.length;
    if (this.#held > this.#limit) {
      this.clear();
      throw errors.MCP_ANSWER_TOO_LARGE({ limit: this.#limit });
    }
    this.#parts.push(part);
  }
}
