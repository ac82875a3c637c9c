import { type ByteBlocks, createByteBlocks } from '../run/byte-blocks.js';
import { isContinuation, wholeLength } from '../run/whole-characters.js';

/** The newest output of a running source, in whole lines, until it is taken. */
export interface LineRing {
  push(chunk: Buffer, from: string): void;
  /**
   * Returns the lines received since the last call. An incomplete last line is held back until it is completed or the output
   * ends.
   */
  take(): Taken;
  /** Puts taken lines back, unless their room has been used since. */
  untake(taken: Taken): void;
  /** Ends the output, so that an incomplete last line counts as a line. */
  end(): void;
}

export interface Taken {
  readonly text: string;
  /** How many bytes were dropped, since the last call, to stay within the bound. */
  readonly dropped: number;
}

const KEPT_BYTES = 960 * 1024;
/** The most bytes that are held back for an incomplete line. */
const MOST_LINE_BYTES = 64 * 1024;
const LINE_FEED = 10;

/**
 * Keeps bytes, in blocks that are used again, and makes a text of them only when they are taken. A text of each chunk would be
 * garbage at once for a command that nobody reads.
 */
export function createLineRing(): LineRing {
  const open = new Map<string, Buffer>();
  let kept = keepNewest();
  return {
    push(chunk, from) {
      const held = open.get(from) ?? NOTHING;
      const end = endOfLines(chunk, held);
      if (end === 0) return void open.set(from, Buffer.concat([held, chunk]));
      kept.add(held);
      kept.add(chunk.subarray(0, end));
      // A copy: a part of the chunk would keep all of it in memory.
      open.set(from, Buffer.from(chunk.subarray(end)));
    },
    take() {
      const taken = kept.lines();
      kept = keepNewest();
      return taken;
    },
    untake({ text, dropped }) {
      const newer = kept;
      kept = keepNewest(dropped + newer.dropped());
      for (const bytes of [Buffer.from(text), ...newer.pieces()]) kept.add(bytes);
    },
    end() {
      for (const held of open.values()) kept.add(held);
      open.clear();
    },
  };
}

const NOTHING = Buffer.alloc(0);

/** Returns where the last line of a chunk ends; for a very long line, where its last whole character ends. */
function endOfLines(chunk: Buffer, held: Buffer): number {
  const end = chunk.lastIndexOf(LINE_FEED) + 1;
  const heldBack = (end === 0 ? held.length : 0) + chunk.length - end;
  return heldBack > MOST_LINE_BYTES ? wholeLength(chunk) : end;
}

interface Newest extends ByteBlocks {
  dropped(): number;
  lines(): Taken;
}

/** The newest bytes. `before` bytes are already dropped. */
function keepNewest(before = 0): Newest {
  const blocks = createByteBlocks(KEPT_BYTES);
  let added = 0;
  const pieces = () => blocks.pieces();
  const dropped = () => before + added - pieces().reduce((sum, piece) => sum + piece.length, 0);
  return {
    pieces,
    dropped,
    add(bytes) {
      added += bytes.length;
      blocks.add(bytes);
    },
    lines() {
      const bytes = Buffer.concat(pieces());
      const lost = dropped();
      const start = lost === before ? 0 : firstWhole(bytes);
      return { text: bytes.toString('utf8', start), dropped: lost + start };
    },
  };
}

/** Returns where the first whole line starts; without a line feed, the first whole character. */
function firstWhole(bytes: Buffer): number {
  const feed = bytes.indexOf(LINE_FEED);
  if (feed !== -1 && feed + 1 < bytes.length) return feed + 1;
  let start = 0;
  while (start < 3 && isContinuation(bytes[start])) start += 1;
  return start;
}
