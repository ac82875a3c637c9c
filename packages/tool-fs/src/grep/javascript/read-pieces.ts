import { readSync } from 'node:fs';

/** How the reading of a file ended. */
export interface Reading {
  /** True after a null byte. The buffer that contains it, and everything after it, is not returned. */
  readonly isBinary: boolean;
  /** A line was so long that its end was left out, or the file where it is needed as one text. */
  readonly isCut: boolean;
}

/** As much as ripgrep reads at once: so both have seen the same when a null byte comes. */
const FIRST_BUFFER = 64 * 1024;
/** No line is kept beyond this. */
const LARGEST_BUFFER = 16 * 1024 * 1024;
const NEW_LINE = 10;

/** The bytes of an open file in runs of whole lines, or as one run. A run is only good until the next is asked for. */
export function* readPieces(fd: number, { whole }: { readonly whole: boolean }): Generator<Buffer, Reading> {
  let buffer: Buffer = Buffer.allocUnsafe(FIRST_BUFFER);
  let kept = 0;
  let isFirst = true;
  let start = 0;
  let isCut = false;
  let isInsideCut = false;
  for (;;) {
    const count = readSync(fd, buffer, kept, buffer.length - kept, null);
    const bytes = buffer.subarray(0, kept + count);
    if (isFirst) {
      const encoding = wideEncoding(bytes);
      if (encoding !== undefined) return yield* decodeWide(fd, { encoding, first: bytes });
    }
    const nul = bytes.indexOf(0, kept);
    if (nul !== -1) {
      if (whole && !isFirst) yield bytes.subarray(start, bytes.lastIndexOf(NEW_LINE, nul) + 1);
      return { isBinary: true, isCut };
    }
    if (isFirst) start = markLength(bytes);
    isFirst = false;
    const isLast = count === 0;
    let end = isLast ? bytes.length : whole ? 0 : bytes.lastIndexOf(NEW_LINE) + 1;
    const isFull = end === 0 && !isLast && bytes.length === buffer.length;
    if (isFull && buffer.length < LARGEST_BUFFER) buffer = grown(buffer);
    else if (isFull) end = bytes.length;
    const from = isInsideCut ? bytes.subarray(0, end).indexOf(NEW_LINE) + 1 : start;
    // Inside a cut line, a run that ends it begins after its end; one that does not is dropped.
    if (!isInsideCut || from > 0) {
      isInsideCut = isFull && end > 0;
      isCut ||= isInsideCut;
      if (end > from) yield bytes.subarray(from, end);
      if (end > 0) start = 0;
    } else if (end > 0) yield EMPTY;
    if (isLast || (isCut && whole)) return { isBinary: false, isCut };
    buffer.copyWithin(0, end, bytes.length);
    kept = bytes.length - end;
  }
}

/** A place to pause. */
const EMPTY = Buffer.alloc(0);

function grown(buffer: Buffer): Buffer {
  const larger = Buffer.allocUnsafe(Math.min(LARGEST_BUFFER, buffer.length * 4));
  buffer.copy(larger);
  return larger;
}

const markLength = (bytes: Buffer) => (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0);

function wideEncoding(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
}

/** UTF-16 becomes UTF-8 as a whole. */
function* decodeWide(
  fd: number,
  { encoding, first }: { readonly encoding: string; readonly first: Buffer },
): Generator<Buffer, Reading> {
  const chunks = [Buffer.from(first)];
  let total = first.length;
  let count = total;
  while (count > 0 && total < LARGEST_BUFFER) {
    const chunk = Buffer.allocUnsafe(FIRST_BUFFER);
    count = readSync(fd, chunk, 0, chunk.length, null);
    total += count;
    chunks.push(chunk.subarray(0, count));
  }
  const text = new TextDecoder(encoding).decode(Buffer.concat(chunks));
  const isBinary = text.includes('\0');
  if (!isBinary) yield Buffer.from(text);
  return { isBinary, isCut: count > 0 };
}
