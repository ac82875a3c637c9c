/** The length from which a piece is closed at its last line. A piece that is closed is never drawn again. */
const CLOSED_FROM = 2_000;
/** The length at which a piece without lines is closed. */
const MOST = 8_000;

/** Adds text to pieces of which only the last one grows, so that a long answer costs no more to draw than a short one. */
export function grow(pieces: readonly string[], text: string): readonly string[] {
  const last = (pieces.at(-1) ?? '') + text;
  const before = pieces.slice(0, -1);
  if (last.length < CLOSED_FROM) return [...before, last];
  const line = last.lastIndexOf('\n') + 1;
  if (line > 0) return [...before, last.slice(0, line), last.slice(line)];
  return last.length < MOST ? [...before, last] : [...before, last, ''];
}
