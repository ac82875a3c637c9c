import { cutLine, MOST_LINE_CHARS } from './cut-line.js';

/** Which lines are wanted: `first` counts from 1; no more are kept once their text exceeds `maxChars`. */
export interface LineWindow {
  readonly first: number;
  readonly count: number;
  readonly maxChars: number;
}

export interface LineCollector {
  /** Takes the next bytes. Gives back where in them the window was complete, or -1 when it needs more. */
  push(chunk: Buffer): number;
  /** Marks the end of the bytes. A last line without a line end counts. */
  end(): void;
  readonly lines: readonly string[];
  /** Lines that have ended so far. */
  readonly ended: number;
}

/** Enough bytes for the longest shown line in any encoding. */
const KEPT_BYTES = MOST_LINE_CHARS * 4;

/**
 * Picks a window of lines, which end with the byte `lineEnd`, out of a stream of UTF-8 bytes; it holds no more than the
 * window and the start of one line.
 */
export const collectLines = (window: LineWindow, lineEnd: number): LineCollector => new Collector(window, lineEnd);

class Collector implements LineCollector {
  readonly lines: string[] = [];
  ended = 0;
  readonly #window: LineWindow;
  readonly #lineEnd: number;
  #chars = 0;
  #kept: Buffer[] = [];
  #keptBytes = 0;
  #lineBytes = 0;

  constructor(window: LineWindow, lineEnd: number) {
    this.#window = window;
    this.#lineEnd = lineEnd;
  }

  push(chunk: Buffer): number {
    let at = this.ended + 1 < this.#window.first ? this.#skip(chunk) : 0;
    if (at === -1) return -1;
    while (!this.#isComplete()) {
      const end = chunk.indexOf(this.#lineEnd, at);
      this.#keep(chunk.subarray(at, end === -1 ? chunk.length : end));
      if (end === -1) return -1;
      this.#endLine();
      at = end + 1;
    }
    return at;
  }

  end(): void {
    if (this.#lineBytes === 0) return;
    if (this.ended + 1 < this.#window.first) this.ended += 1;
    else this.#endLine();
  }

  #isComplete(): boolean {
    return this.lines.length >= this.#window.count || this.#chars > this.#window.maxChars;
  }

  #keep(piece: Buffer): void {
    this.#lineBytes += piece.length;
    const room = KEPT_BYTES - this.#keptBytes;
    if (room <= 0 || piece.length === 0) return;
    // A copy: the reader uses its block again.
    this.#kept.push(Buffer.from(piece.subarray(0, room)));
    this.#keptBytes += Math.min(room, piece.length);
  }

  #endLine(): void {
    const [first] = this.#kept;
    const text = (this.#kept.length === 1 && first !== undefined ? first : Buffer.concat(this.#kept)).toString('utf8');
    const line = cutLine(text, this.#lineBytes);
    this.lines.push(line);
    this.#chars += line.length;
    this.ended += 1;
    this.#kept = [];
    this.#keptBytes = 0;
    this.#lineBytes = 0;
  }

  /** Passes over the lines before the window. Returns where the window starts, or -1 if that is not in this chunk. */
  #skip(chunk: Buffer): number {
    const before = this.#window.first - 1;
    const skipped = skipLines(chunk, { lineEnd: this.#lineEnd, most: before - this.ended });
    this.ended += skipped.lines;
    if (this.ended !== before) {
      this.#lineBytes = skipped.lines === 0 ? this.#lineBytes + chunk.length : chunk.length - skipped.at;
      return -1;
    }
    if (skipped.lines > 0) this.#lineBytes = 0;
    return skipped.at;
  }
}

/** Passes over at most so many lines; `at` is where the next one starts. Most of the time in a large file is spent here. */
export function skipLines(chunk: Buffer, { lineEnd, most }: { readonly lineEnd: number; readonly most: number }) {
  let at = 0;
  let lines = 0;
  while (lines < most) {
    const end = chunk.indexOf(lineEnd, at);
    if (end === -1) break;
    at = end + 1;
    lines += 1;
  }
  return { at, lines };
}
