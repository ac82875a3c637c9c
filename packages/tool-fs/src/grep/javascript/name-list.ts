/** Names in the order of their bytes, all in one piece of memory: a folder may have a million, and a string each takes more. */
export class NameList {
  #bytes = Buffer.allocUnsafe(4096);
  #ends = new Uint32Array(256);
  #count = 0;

  add(name: string): void {
    const start = this.#count === 0 ? 0 : (this.#ends[this.#count - 1] ?? 0);
    const length = Buffer.byteLength(name);
    if (start + length > this.#bytes.length) this.#bytes = grown(this.#bytes, start + length);
    if (this.#count === this.#ends.length) this.#ends = longer(this.#ends);
    this.#bytes.write(name, start);
    this.#ends[this.#count] = start + length;
    this.#count += 1;
  }

  *[Symbol.iterator](): Generator<string> {
    const bytes = this.#bytes;
    const startOf = (index: number) => (index === 0 ? 0 : (this.#ends[index - 1] ?? 0));
    const endOf = (index: number) => this.#ends[index] ?? 0;
    const order = Uint32Array.from({ length: this.#count }, (_, index) => index);
    order.sort((a, b) => bytes.compare(bytes, startOf(b), endOf(b), startOf(a), endOf(a)));
    for (const index of order) yield bytes.toString('utf8', startOf(index), endOf(index));
  }
}

function grown(bytes: Buffer<ArrayBuffer>, needed: number): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafe(Math.max(needed, bytes.length * 2));
  bytes.copy(larger);
  return larger;
}

function longer(ends: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(ends.length * 2);
  larger.set(ends);
  return larger;
}
