const NEWLINE = 0x0a;

/** A line of the input, or a line that was longer than the limit and is gone. */
export type Line = { readonly text: string } | 'too long';

/** Cuts a stream of bytes into lines, and holds no more than one unfinished line of `limit` bytes. */
export class Lines {
  readonly #limit: number;
  #parts: Buffer[] = [];
  #held = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  push(chunk: string | Uint8Array): readonly Line[] {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const lines: Line[] = [];
    let from = 0;
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, from)) {
      this.#hold(bytes.subarray(from, end));
      lines.push(this.#take());
      from = end + 1;
    }
    this.#hold(bytes.subarray(from));
    return lines;
  }

  /** The unfinished line at the end of the input. */
  end(): readonly Line[] {
    return this.#held === 0 ? [] : [this.#take()];
  }

  #hold(part: Buffer): void {
    this.#held += part.length;
    if (this.#held > this.#limit) this.#parts = [];
    else if (part.length > 0) this.#parts.push(part);
  }

  #take(): Line {
    const line: Line = this.#held > this.#limit ? 'too long' : { text: Buffer.concat(this.#parts, this.#held).toString() };
    this.#parts = [];
    this.#held = 0;
    return line;
  }
}
