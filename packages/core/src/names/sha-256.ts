/**
 * Returns the SHA-256 of a text's UTF-8 bytes in hexadecimal. Implemented here because core may not load `node:crypto`. Source:
 * FIPS 180-4.
 */
export function sha256(text: string): string {
  const { start, rounds } = constants();
  const state = Uint32Array.from(start);
  const bytes = padded(new TextEncoder().encode(text));
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < bytes.length; at += BLOCK) mixBlock(state, { rounds, words: scheduleOf(view, at) });
  return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('');
}

const BLOCK = 64;

interface Constants {
  readonly start: readonly number[];
  readonly rounds: readonly number[];
}

let known: Constants | undefined;

/** Computed at the first use, because every process loads this module and few need a hash. */
function constants(): Constants {
  const primes = known === undefined ? firstPrimes(64) : [];
  known ??= {
    start: primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime))),
    rounds: primes.map((prime) => fraction(Math.cbrt(prime))),
  };
  return known;
}

/** The first 32 bits of the fractional part of a root. */
const fraction = (root: number) => Math.floor((root - Math.floor(root)) * 2 ** 32) >>> 0;

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < count; candidate += 1)
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  return primes;
}

/** Pads the message to whole blocks: a set bit, zeros, and the length in bits. */
function padded(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.ceil((message.length + 9) / BLOCK) * BLOCK);
  bytes.set(message);
  bytes[message.length] = 0x80;
  new DataView(bytes.buffer).setBigUint64(bytes.length - 8, BigInt(message.length) * 8n);
  return bytes;
}

const turned = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits));

function scheduleOf(view: DataView, at: number): Uint32Array {
  const words = new Uint32Array(64);
  for (let i = 0; i < 16; i += 1) words[i] = view.getUint32(at + i * 4);
  const word = (i: number) => words[i] ?? 0;
  for (let i = 16; i < 64; i += 1) {
    const low = turned(word(i - 15), 7) ^ turned(word(i - 15), 18) ^ (word(i - 15) >>> 3);
    const high = turned(word(i - 2), 17) ^ turned(word(i - 2), 19) ^ (word(i - 2) >>> 10);
    words[i] = word(i - 16) + low + word(i - 7) + high;
  }
  return words;
}

function mixBlock(state: Uint32Array, { rounds, words }: Pick<Constants, 'rounds'> & { readonly words: Uint32Array }): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (const [round, word] of words.entries()) {
    const mixed = (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g));
    const first = (h + mixed + (rounds[round] ?? 0) + word) | 0;
    const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [i, value] of [a, b, c, d, e, f, g, h].entries()) state[i] = (state[i] ?? 0) + value;
}
