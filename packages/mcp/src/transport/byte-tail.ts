/** The last bytes of a stream. */
export class ByteTail {
  #bytes = Buffer.alloc(0);
  readonly #keep: number;

  constructor(keep: number) {
    this.#keep = keep;
  }

  push(chunk: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, chunk.subarray(-this.#keep)]).subarray(-this.#keep);
  }

  text(): string {
    return this.#bytes.toString().replace(/^\ufffd+/, '');
  }
}
