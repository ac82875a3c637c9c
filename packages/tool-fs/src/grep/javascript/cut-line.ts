import { LONGEST_LINE, OMITTED } from '../entry.js';

/** A line as ripgrep shows it: one of more bytes than the limit, its end included, becomes that many of its characters. */
export function cutLine(line: string, { endBytes }: { readonly endBytes: number }): string {
  if (line.length * 3 < LONGEST_LINE || Buffer.byteLength(line) + endBytes <= LONGEST_LINE) return line;
  const start = line.slice(0, LONGEST_LINE);
  return (/^[\0-\x7f]*$/.test(start) ? start : firstGraphemes(line)) + OMITTED;
}

function firstGraphemes(line: string): string {
  let end = 0;
  let left = LONGEST_LINE;
  // More than a handful of code units for a character would be no text.
  for (const { segment } of new Intl.Segmenter().segment(line.slice(0, LONGEST_LINE * 8))) {
    if (left-- === 0) break;
    end += segment.length;
  }
  return line.slice(0, end);
}
