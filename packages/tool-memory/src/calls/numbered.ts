/** The texts of Claude's memory tool, word for word as its reference backend gives them, since models are trained on them. */

/** The greatest line number, and so the width of all. */
export const MOST_LINES = 999_999;
const WIDTH = String(MOST_LINES).length;

export const numbered = (lines: readonly string[], first: number): string =>
  lines.map((line, index) => `${String(first + index).padStart(WIDTH, ' ')}\t${line}`).join('\n');

export function sizeText(bytes: number): string {
  if (bytes === 0) return '0B';
  const power = Math.min(3, Math.floor(Math.log(bytes) / Math.log(1024)));
  const size = bytes / 1024 ** power;
  return `${size % 1 === 0 ? size : size.toFixed(1)}${['B', 'K', 'M', 'G'][power] ?? 'G'}`;
}
