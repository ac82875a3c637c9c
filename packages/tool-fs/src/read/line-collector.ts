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
export function collectLines(window: LineWindow, lineEnd: number): LineCollector {
  const lines: string[] = [];
  let ended = 0;
  let chars = 0;
  let kept: Buffer[] = [];
  let keptBytes = 0;
  let lineBytes = 0;

  const keep = (piece: Buffer) => {
    lineBytes += piece.length;
    const room = KEPT_BYTES - keptBytes;
    if (room <= 0 || piece.length === 0) return;
    // A copy: the reader uses its block again.
    kept.push(Buffer.from(piece.subarray(0, room)));
    keptBytes += Math.min(room, piece.length);
  };
  const endLine = () => {
    const text = (kept.length === 1 && kept[0] !== undefined ? kept[0] : Buffer.concat(kept)).toString('utf8');
    const line = cutLine(text, lineBytes);
    lines.push(line);
    chars += line.length;
    ended += 1;
    kept = [];
    keptBytes = 0;
    lineBytes = 0;
  };
  const skip = (chunk: Buffer) => {
    const skipped = skipLines(chunk, { lineEnd, most: window.first - 1 - ended });
    ended += skipped.lines;
    const isThere = ended === window.first - 1;
    if (!isThere) lineBytes = skipped.lines === 0 ? lineBytes + chunk.length : chunk.length - skipped.at;
    else if (skipped.lines > 0) lineBytes = 0;
    return isThere ? skipped.at : -1;
  };
  const isComplete = () => lines.length >= window.count || chars > window.maxChars;

  return {
    lines,
    get ended() {
      return ended;
    },
    push(chunk) {
      let at = ended + 1 < window.first ? skip(chunk) : 0;
      if (at === -1) return -1;
      while (!isComplete()) {
        const end = chunk.indexOf(lineEnd, at);
        keep(chunk.subarray(at, end === -1 ? chunk.length : end));
        if (end === -1) return -1;
        endLine();
        at = end + 1;
      }
      return at;
    },
    end() {
      if (lineBytes === 0) return;
      if (ended + 1 < window.first) ended += 1;
      else endLine();
    },
  };
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
