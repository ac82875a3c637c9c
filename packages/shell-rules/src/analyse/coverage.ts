export interface Range {
  readonly pos: number;
  readonly end: number;
}

/** The operators that may separate parts of a script. Longer ones come first. */
const OPERATORS = [';;&', '&&', '||', '|&', ';;', ';&', '|', ';', '&'];
const WORDS = /(?:if|then|elif|else|fi|for|in|do|done|while|until|case|esac|\{|\})(?![^\s;&|()<>])/y;

/**
 * The first place of a source that no range covers and that is not blank, an operator or a comment; `undefined` if there is none.
 * Text that the parser loses shows up here.
 */
export function uncovered(source: string, ranges: readonly Range[]): number | undefined {
  const sorted = [...ranges].sort((a, b) => a.pos - b.pos);
  let at = 0;
  for (const { pos, end } of [...sorted, { pos: source.length, end: source.length }]) {
    const place = gapProblem(source, { pos: at, end: pos });
    if (place !== undefined) return place;
    at = Math.max(at, end);
  }
  return undefined;
}

function gapProblem(source: string, gap: Range): number | undefined {
  for (let at = gap.pos; at < gap.end; ) {
    const length = harmless(source, at);
    if (length === 0) return at;
    at += length;
  }
  return undefined;
}

/** The number of characters from here on that are blank, an operator, a reserved word or a comment. */
function harmless(source: string, at: number): number {
  const char = source.charAt(at);
  if (char === ' ' || char === '\t' || char === '\n') return 1;
  if (source.startsWith('\\\n', at)) return 2;
  const before = charBefore(source, at);
  if (char === '#' && /^[ \t\n;|&]?$/.test(before)) {
    const end = source.indexOf('\n', at);
    return (end === -1 ? source.length : end) - at;
  }
  WORDS.lastIndex = at;
  if (/^[\s;&|()<>]?$/.test(before)) {
    const word = WORDS.exec(source)?.[0].length;
    if (word !== undefined) return word;
  }
  return OPERATORS.find((operator) => source.startsWith(operator, at))?.length ?? 0;
}

/** Joins continued lines first: the beginning of a line belongs to the end of the line that it continues. */
function charBefore(source: string, at: number): string {
  let end = at;
  while (source.slice(end - 2, end) === '\\\n') end -= 2;
  return source.charAt(end - 1);
}
