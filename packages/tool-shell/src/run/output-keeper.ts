import { createByteBlocks } from './byte-blocks.js';

/** Keeps what a process prints within bounds: the beginning and the end of it. */
export interface OutputKeeper {
  push(chunk: Buffer): void;
  /** All of it, or both ends with a line between them that says how much is left out. */
  text(): string;
}

const KEPT_AT_EACH_END = 5 * 1024 * 1024;

export function keepOutput(limit = KEPT_AT_EACH_END): OutputKeeper {
  const head = createByteBlocks(limit);
  const tail = createByteBlocks(limit);
  let total = 0;
  return {
    push(chunk) {
      const room = Math.max(0, limit - total);
      total += chunk.length;
      head.add(chunk.subarray(0, room));
      tail.add(chunk.subarray(room));
    },
    text() {
      // One buffer and one string: joined strings would be copied once more by whoever reads them.
      const start = head.pieces();
      const end = tail.pieces();
      if (total <= 2 * limit) return Buffer.concat([...start, ...end]).toString('utf8');
      const kept = dropFirst(end, end.reduce((sum, piece) => sum + piece.length, 0) - limit);
      const marker = Buffer.from(`\n... [${total - 2 * limit} bytes left out] ...\n`);
      return Buffer.concat([...withWholeEnd(start), marker, ...withWholeStart(kept)]).toString('utf8');
    },
  };
}

function dropFirst(pieces: readonly Buffer[], count: number): readonly Buffer[] {
  const [first, ...rest] = pieces;
  if (first === undefined || count <= 0) return pieces;
  return first.length <= count ? dropFirst(rest, count - first.length) : [first.subarray(count), ...rest];
}

/** Without the part of a character that the cut left at the end. */
function withWholeEnd(pieces: readonly Buffer[]): readonly Buffer[] {
  const last = pieces.at(-1) ?? Buffer.alloc(0);
  let lead = last.length - 1;
  while (lead > last.length - 4 && isContinuation(last[lead])) lead -= 1;
  const isCut = lead + lengthOf(last[lead]) > last.length;
  return isCut ? [...pieces.slice(0, -1), last.subarray(0, lead)] : pieces;
}

/** Without the part of a character that the cut left at the beginning. */
function withWholeStart(pieces: readonly Buffer[]): readonly Buffer[] {
  const [first = Buffer.alloc(0), ...rest] = pieces;
  let start = 0;
  while (start < 3 && isContinuation(first[start])) start += 1;
  return [first.subarray(start), ...rest];
}

const isContinuation = (byte = 0) => (byte & 0xc0) === 0x80;
/** How many bytes a character of UTF-8 has, by its first. */
const lengthOf = (lead = 0) => (lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1);
