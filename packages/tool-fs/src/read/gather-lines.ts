import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TextFormat } from '../files/encoding.js';
import type { OpenFile } from '../files/regular-file.js';
import { cutLine, MOST_LINE_CHARS } from './cut-line.js';
import { type FileBlocks, fileBlocks } from './file-blocks.js';
import { collectLines, type LineWindow, skipLines } from './line-collector.js';

export interface Gathered {
  readonly lines: readonly string[];
  /** The lines as one text, if it is already available. */
  readonly joined?: string | undefined;
  /** The number of lines of the file; absent if counting them means reading much more than the window. */
  readonly total?: number | undefined;
}

const COUNTED_BYTES = 1024 * 1024;
const BLOCKS_PER_TURN = 64;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** Takes the window out of a text that is in memory as a whole. */
export function linesOf(text: string, window: LineWindow): Gathered {
  const hasReturn = text.includes('\r');
  const all = text.split(hasReturn && !text.includes('\n') ? '\r' : '\n');
  if (all.at(-1) === '') all.pop();
  const isAll = window.first === 1 && window.count >= all.length;
  const lines = isAll ? all : all.slice(window.first - 1, window.first - 1 + window.count);
  let isCut = hasReturn;
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? '';
    if (!hasReturn && line.length <= MOST_LINE_CHARS) continue;
    lines[index] = cutLine(line);
    isCut = true;
  }
  // Joining the lines again would cost as much as the rest of the function.
  const joined = isAll && !isCut ? text.slice(0, text.endsWith('\n') ? -1 : undefined) : undefined;
  return { lines, joined, total: all.length };
}

/**
 * Takes the window out of a large file whose first bytes are read already. Reading stops at the end of the window, and other
 * work runs every few blocks.
 */
export async function linesOfFile(
  file: OpenFile,
  options: { readonly head: Buffer; readonly format: TextFormat; readonly window: LineWindow; readonly signal: AbortSignal },
): Promise<Gathered> {
  const { head, window, signal } = options;
  // Only classic Mac files end their lines with a carriage return alone. With one line feed, line feeds count, as in cat.
  const lineEnd = !head.includes(LINE_FEED) && head.includes(CARRIAGE_RETURN) ? CARRIAGE_RETURN : LINE_FEED;
  const collector = collectLines(window, lineEnd);
  const blocks = fileBlocks(file, options);
  let read = 0;
  for (let block = blocks.next(); block !== undefined; block = blocks.next()) {
    const stoppedAt = collector.push(block);
    if (stoppedAt >= 0) {
      const total = countOn(collector.ended, { lineEnd, first: block.subarray(stoppedAt), blocks });
      return { lines: collector.lines, total };
    }
    read += 1;
    if (read % BLOCKS_PER_TURN === 0) await nextTurn();
    signal.throwIfAborted();
  }
  collector.end();
  return { lines: collector.lines, total: collector.ended };
}

/** Returns the number of all lines if few bytes are left to count; `undefined` otherwise. */
function countOn(
  ended: number,
  { lineEnd, first, blocks }: { readonly lineEnd: number; readonly first: Buffer; readonly blocks: FileBlocks },
): number | undefined {
  if (blocks.left > COUNTED_BYTES) return undefined;
  let lines = ended;
  let counted = 0;
  let isOpen = false;
  for (let block: Buffer | undefined = first; block !== undefined; block = blocks.next()) {
    const skipped = skipLines(block, { lineEnd, most: Number.POSITIVE_INFINITY });
    lines += skipped.lines;
    if (block.length > 0) isOpen = skipped.at < block.length;
    counted += block.length;
    // A file in /proc reports no size and may be of any length.
    if (counted > 4 * COUNTED_BYTES) return undefined;
  }
  return isOpen ? lines + 1 : lines;
}
