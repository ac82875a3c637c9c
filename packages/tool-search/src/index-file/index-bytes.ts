import type { IndexedFile, SearchIndex } from './search-index.js';

/** The first bytes of an index. Another number: another way to cut, to split or to store, and the index is made anew. */
const MAGIC = Buffer.from('loadout-search-2\n');

interface Head {
  readonly files: readonly IndexedFile[];
  readonly headings: readonly string[];
  readonly terms: readonly string[];
}

const ARRAYS = ['file', 'from', 'to', 'length'] as const;

/** An index as bytes: a head in JSON, then the numbers, each array behind its length. */
export function bytesOf({ files, passages, terms, offsets, postings }: SearchIndex): Buffer {
  const head: Head = { files, headings: passages.headings, terms: [...terms.keys()] };
  const json = Buffer.from(JSON.stringify(head));
  const pad = Buffer.alloc((4 - ((MAGIC.length + 4 + json.length) % 4)) % 4, ' ');
  const text = Buffer.concat([json, pad]);
  const arrays = [...ARRAYS.map((name) => passages[name]), offsets, postings];
  return Buffer.concat([
    MAGIC,
    numberBytes(text.length),
    text,
    ...arrays.flatMap((array) => [numberBytes(array.length), asBytes(array)]),
  ]);
}

const numberBytes = (value: number): Buffer => asBytes(Uint32Array.of(value));
const asBytes = (array: Uint32Array): Buffer => Buffer.from(array.buffer, array.byteOffset, array.byteLength);

/** Reads what `bytesOf` made. `undefined` for anything else, such as a torn or a foreign file. */
export function indexIn(bytes: Buffer): SearchIndex | undefined {
  try {
    return parsed(bytes);
  } catch {
    return undefined;
  }
}

function parsed(bytes: Buffer): SearchIndex | undefined {
  if (!bytes.subarray(0, MAGIC.length).equals(MAGIC)) return undefined;
  // Numbers are read in place, and begin where their size allows it.
  const whole = new Uint8Array(bytes).buffer;
  let at = MAGIC.length;
  const size = new DataView(whole).getUint32(at, true);
  const head = JSON.parse(bytes.toString('utf8', at + 4, at + 4 + size)) as Head;
  at += 4 + size;
  const next = (): Uint32Array => {
    const [count = 0] = new Uint32Array(whole, at, 1);
    const array = new Uint32Array(whole, at + 4, count);
    at += 4 + 4 * count;
    return array;
  };
  const [file, from, to, length, offsets, postings] = [next(), next(), next(), next(), next(), next()];
  const isWhole =
    at === bytes.length &&
    offsets.length === head.terms.length + 1 &&
    offsets.at(-1) === postings.length / 2 &&
    file.length === head.headings.length;
  const terms = new Map(head.terms.map((term, index) => [term, index]));
  return isWhole
    ? { files: head.files, passages: { file, from, to, length, headings: head.headings }, terms, offsets, postings }
    : undefined;
}
