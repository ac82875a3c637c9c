const MOST_LINES = 3;
const LINE_CHARS = 200;

/** The words of a text in lower case, in any script. */
export const wordsIn = (text: string): readonly string[] => [...new Set(text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [])];

export interface FoundLines {
  /** How many of the words there are, and how often. 0: none. */
  readonly score: number;
  readonly lines: readonly { readonly line: number; readonly text: string }[];
}

/** Finds the lines of a text with most words of a query. Its first line is the name of the note, and is not shown. */
export function findLines(text: string, query: string): FoundLines {
  const words = wordsIn(query);
  const lines = text.split('\n').map((line, index) => ({ line: index, text: line.trim(), has: countIn(line, words) }));
  const distinct = new Set(lines.flatMap(({ has }) => has)).size;
  const often = Math.min(
    99,
    lines.reduce((sum, { has }) => sum + has.length, 0),
  );
  const shown = lines
    .filter(({ line, has }) => line > 0 && has.length > 0)
    .sort((a, b) => b.has.length - a.has.length || a.line - b.line)
    .slice(0, MOST_LINES)
    .map(({ line, text: said }) => ({ line, text: said.slice(0, LINE_CHARS) }));
  return { score: distinct === 0 ? 0 : distinct * 100 + often, lines: shown };
}

const countIn = (line: string, words: readonly string[]): readonly string[] => {
  const lower = line.toLowerCase();
  return words.filter((word) => lower.includes(word));
};
