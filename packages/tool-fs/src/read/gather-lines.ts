import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TextFormat } from '../files/encoding.js';
import { fill, type OpenFile } from '../files/regular-file.js';
import { cutLine } from './cut-line.js';
import { collectLines, type LineWindow } from './line-collector.js';

export interface Gathered {
  readonly lines: readonly string[];
  /** All lines of the file; absent when counting them would mean reading much more than was asked for. */
  readonly total?: number | undefined;
}

/** Files up to here are read in one go; it costs less than one more system call each. */
export const WHOLE_BYTES = 256 * 1024;
const BLOCK_BYTES = 64 * 1024;
const COUNTED_BYTES = 1024 * 1024;
const BLOCKS_PER_TURN = 64;

/** The window out of a text that is in memory as a whole. */
export function linesOf(text: string, window: LineWindow): Gathered {
  const all = text.split('\n');
  if (all.at(-1) === '') all.pop();
  return { lines: all.slice(window.first - 1, window.first - 1 + window.count).map((line) => cutLine(line)), total: all.length };
}

/**
 * The window out of a large file whose first bytes are read already. It stops reading at the end of the window, and lets
 * other work run every few blocks.
 */
export async function linesOfFile(
  { fd, stats }: OpenFile,
  options: { readonly head: Buffer; readonly format: TextFormat; readonly window: LineWindow; readonly signal: AbortSignal },
): Promise<Gathered> {
  const collector = collectLines(options.window);
  const toUtf8 = transcoder(options.format);
  const block = Buffer.allocUnsafe(BLOCK_BYTES);
  let chunk = options.head.subarray(options.format.bomBytes);
  let seen = options.head.length;
  for (let blocks = 1; chunk.length > 0; blocks++) {
    const bytes = toUtf8(chunk);
    const stoppedAt = collector.push(bytes);
    if (stoppedAt >= 0) {
      const rest = { fd, block, bytes: bytes.subarray(stoppedAt), unread: stats.size - seen, toUtf8 };
      return { lines: collector.lines, total: countOn(collector.ended, rest) };
    }
    if (blocks % BLOCKS_PER_TURN === 0) await nextTurn();
    options.signal.throwIfAborted();
    chunk = block.subarray(0, fill(fd, block));
    seen += chunk.length;
  }
  collector.end();
  return { lines: collector.lines, total: collector.ended };
}

/** The number of all lines, when little enough is left to count; `undefined` otherwise. */
function countOn(
  ended: number,
  rest: { fd: number; block: Buffer; bytes: Buffer; unread: number; toUtf8: Transcoder },
): number | undefined {
  if (rest.unread > COUNTED_BYTES) return undefined;
  let total = ended;
  let lastByte = 10;
  const next = () => rest.toUtf8(rest.block.subarray(0, fill(rest.fd, rest.block)));
  for (let bytes = rest.bytes.length > 0 ? rest.bytes : next(); bytes.length > 0; bytes = next()) {
    for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) total += 1;
    lastByte = bytes.at(-1) ?? 10;
  }
  return lastByte === 10 ? total : total + 1;
}

type Transcoder = (chunk: Buffer) => Buffer;

function transcoder(format: TextFormat): Transcoder {
  if (format.encoding === 'utf-8') return (chunk) => chunk;
  const decoder = new TextDecoder(format.encoding, { ignoreBOM: true });
  return (chunk) => Buffer.from(decoder.decode(chunk, { stream: true }));
}
