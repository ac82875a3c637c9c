import { createByteBlocks } from './byte-blocks.js';
import { seenAtEnd } from './seen-at-end.js';
import type { SpillFile } from './spill-file.js';
import { isContinuation, wholeLength } from './whole-characters.js';

/** Keeps the output of a process within limits: the beginning and the end in memory. Longer output goes to a file as a whole. */
export interface OutputKeeper {
  /** Returns whether only the end of the output is kept from now on. */
  push(chunk: Buffer): boolean;
  /** Returns the whole output, or both ends with a line between them that says how much is left out and where it is. */
  end(): Kept;
}

export interface Kept {
  readonly text: string;
  readonly leftOut: string | undefined;
}

const KEPT_AT_EACH_END = 1024 * 1024;

export function keepOutput(
  spill: Pick<SpillFile, 'write' | 'isFull' | 'close' | 'remove' | 'place'>,
  limit = KEPT_AT_EACH_END,
): OutputKeeper {
  const head = createByteBlocks(limit);
  const tail = createByteBlocks(limit);
  let total = 0;
  return {
    push(chunk) {
      const room = Math.max(0, limit - total);
      const rest = chunk.subarray(room);
      head.add(chunk.subarray(0, room));
      if (rest.length > 0) {
        if (total <= limit) for (const piece of head.pieces()) spill.write(piece);
        spill.write(rest);
      }
      total += chunk.length;
      tail.add(rest);
      return spill.isFull();
    },
    end() {
      // One buffer and one string, because joined strings would be copied again by their readers.
      const start = head.pieces();
      const end = tail.pieces();
      if (total <= 2 * limit) {
        spill.remove();
        return { text: Buffer.concat([...start, ...end]).toString('utf8'), leftOut: undefined };
      }
      spill.close();
      const place = spill.place();
      const leftOut = `${total - 2 * limit} of ${total} bytes left out${place === undefined ? '' : `; the whole output is in ${place}`}`;
      const kept = dropFirst(end, end.reduce((sum, piece) => sum + piece.length, 0) - limit);
      const text = Buffer.concat([...withWholeEnd(start), Buffer.from(between(leftOut)), ...withWholeStart(kept)]);
      return { text: text.toString('utf8'), leftOut };
    },
  };
}

const between = (leftOut: string) => `\n... [${leftOut}] ...\n`;

/** The output as a person sees it at the end. A cursor does not reach over what is left out. */
export function seenOf({ text, leftOut }: Kept): string {
  if (leftOut === undefined) return seenAtEnd(text);
  return text.split(between(leftOut)).map(seenAtEnd).join(between(leftOut));
}

function dropFirst(pieces: readonly Buffer[], count: number): readonly Buffer[] {
  const [first, ...rest] = pieces;
  if (first === undefined || count <= 0) return pieces;
  return first.length <= count ? dropFirst(rest, count - first.length) : [first.subarray(count), ...rest];
}

/** Removes the part of a character that the cut left at the end. */
function withWholeEnd(pieces: readonly Buffer[]): readonly Buffer[] {
  const last = pieces.at(-1);
  return last === undefined ? pieces : [...pieces.slice(0, -1), last.subarray(0, wholeLength(last))];
}

/** Removes the part of a character that the cut left at the beginning. */
function withWholeStart(pieces: readonly Buffer[]): readonly Buffer[] {
  const [first = Buffer.alloc(0), ...rest] = pieces;
  let start = 0;
  while (start < 3 && isContinuation(first[start])) start += 1;
  return [first.subarray(start), ...rest];
}
