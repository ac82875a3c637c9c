import { endOfLine, startOfLine } from './lines.js';

export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the next match from `regex.lastIndex` on. With a needle, which every match contains, only lines with the needle are
 * searched.
 */
export function nextMatch(
  text: string,
  { regex, needle }: { readonly regex: RegExp; readonly needle: string | undefined },
): Span | undefined {
  if (needle !== undefined) return nextWith(needle, { text, regex });
  if (regex.lastIndex > text.length) return undefined;
  const found = regex.exec(text);
  if (found === null) return undefined;
  const from = found.index;
  // No line follows the last line end.
  if (from === text.length && (from === 0 || text[from - 1] === '\n')) return undefined;
  return { from, to: from + found[0].length };
}

function nextWith(needle: string, { text, regex }: { readonly text: string; readonly regex: RegExp }): Span | undefined {
  let from = regex.lastIndex;
  for (let at = text.indexOf(needle, from); at !== -1; at = text.indexOf(needle, from)) {
    const start = startOfLine(text, at);
    const end = endOfLine(text, at);
    regex.lastIndex = Math.max(0, from - start);
    const found = regex.exec(text.slice(start, end));
    if (found !== null) {
      const match = { from: start + found.index, to: start + found.index + found[0].length };
      regex.lastIndex = match.to;
      return match;
    }
    from = end + 1;
  }
  return undefined;
}
