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
  /** Says that there are no more bytes; a last line without line feed counts. */
  end(): void;
  readonly lines: readonly string[];
  /** Lines that have ended so far. */
  readonly ended: number;
}

/** Enough bytes for the longest line that is shown, whatever its characters. */
const KEPT_BYTES = MOST_LINE_CHARS * 4;

/** Picks a window of lines out of a stream of UTF-8 bytes; it holds no more than the window and the start of one line. */
export function collectLines(window: LineWindow): LineCollector {
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
  const isComplete = () => lines.length >= window.count || chars > window.maxChars;

  return {
    lines,
    get ended() {
      return ended;
    },
    push(chunk) {
      let at = 0;
      while (ended + 1 < window.first) {
        const newline = chunk.indexOf(10, at);
        if (newline === -1) {
          lineBytes += chunk.length - at;
          return -1;
        }
        at = newline + 1;
        ended += 1;
        lineBytes = 0;
      }
      while (!isComplete()) {
        const newline = chunk.indexOf(10, at);
        keep(chunk.subarray(at, newline === -1 ? chunk.length : newline));
        if (newline === -1) return -1;
        endLine();
        at = newline + 1;
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
