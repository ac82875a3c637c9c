import { jsonIn } from '@loadout/node';

const MOST_HEADER_BYTES = 4096;
const HEADER_END = Buffer.from('\r\n\r\n');

/** Extracts the messages of the protocol from a byte stream: headers, an empty line, and a body of the given length. */
export class FrameParser {
  readonly #mostBytes: number;
  #chunks: Buffer[] = [];
  #bytes = 0;
  /** The length of the next body. */
  #length: number | undefined;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** Adds bytes. Contract: throws for an invalid or oversized message, with words that complete the sentence "it ended: ". */
  push(chunk: Buffer, take: (message: object) => void): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    while (this.#step(take));
  }

  #step(take: (message: object) => void): boolean {
    if (this.#length === undefined) return this.#readHeader();
    if (this.#bytes < this.#length) return false;
    const all = this.#whole();
    const body = all.subarray(0, this.#length);
    this.#keep(all.subarray(this.#length));
    this.#length = undefined;
    take(parse(body));
    return true;
  }

  #readHeader(): boolean {
    const all = this.#whole();
    const end = all.indexOf(HEADER_END);
    if (end === -1 || end > MOST_HEADER_BYTES) {
      if (all.length > MOST_HEADER_BYTES || !couldBeHeader(all)) throw new Error(`its output is not a message: ${sample(all)}`);
      return false;
    }
    const length = /^content-length: *(\d{1,15}) *$/im.exec(all.toString('latin1', 0, end))?.[1];
    if (length === undefined) throw new Error(`its output is not a message: ${sample(all)}`);
    if (Number(length) > this.#mostBytes)
      throw new Error(`a message of it has ${length} bytes; at most ${this.#mostBytes} are taken`);
    this.#length = Number(length);
    this.#keep(all.subarray(end + HEADER_END.length));
    return true;
  }

  #whole(): Buffer {
    const [first] = this.#chunks;
    if (this.#chunks.length === 1 && first !== undefined) return first;
    const all = Buffer.concat(this.#chunks);
    this.#keep(all);
    return all;
  }

  #keep(rest: Buffer): void {
    this.#chunks = [rest];
    this.#bytes = rest.length;
  }
}

/** Both headers of the protocol start so. Garbage is known by its first bytes and not waited for. */
const couldBeHeader = (bytes: Buffer) => bytes.length === 0 || /^C(?:o|$)/i.test(bytes.toString('latin1', 0, 2));

function parse(body: Buffer): object {
  const message = jsonIn(body.toString('utf8'));
  if (message === undefined) throw new Error(`a message of it is not JSON: ${sample(body)}`);
  if (typeof message !== 'object' || message === null) throw new Error(`a message of it is not an object: ${sample(body)}`);
  return message;
}

const sample = (bytes: Buffer) => JSON.stringify(bytes.toString('utf8', 0, 100));
