import { termsOf } from '../words/terms.js';

const MOST_LINES = 14;
const LINE_CHARS = 300;

export interface BestLines {
  /** Counted from 1. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** The lines of a passage with most of the query in them, as far as a model should read them at once. */
export function bestLines(
  lines: readonly string[],
  { from, to, weights }: { readonly from: number; readonly to: number; readonly weights: ReadonlyMap<string, number> },
): BestLines {
  const values = lines.slice(from - 1, to).map((line) => {
    const terms = new Set(termsOf(line));
    return [...weights].reduce((sum, [term, weight]) => sum + (terms.has(term) ? weight : 0), 0);
  });
  let [best, bestSum] = [0, -1];
  for (let start = 0; start + MOST_LINES <= Math.max(values.length, MOST_LINES); start++) {
    const sum = values.slice(start, start + MOST_LINES).reduce((all, one) => all + one, 0);
    if (sum > bestSum) [best, bestSum] = [start, sum];
  }
  const first = from + best;
  const last = Math.min(to, first + MOST_LINES - 1);
  const shown = lines.slice(first - 1, last).map((line) => (line.length > LINE_CHARS ? `${line.slice(0, LINE_CHARS)}…` : line));
  return { from: first, to: last, text: shown.join('\n') };
}
