import type { SearchIndex } from '../index-file/search-index.js';
import { readTextFile } from '../sources/read-text.js';
import { termsOf } from '../words/terms.js';
import { rank, weightsOf } from './rank.js';

/** A passage that answers a query. */
export interface FoundPassage {
  readonly source: string;
  /** Absolute. */
  readonly path: string;
  readonly from: number;
  readonly to: number;
  readonly heading: string;
  readonly text: string;
  readonly score: number;
}

export interface Wanted {
  readonly source: string;
  readonly query: string;
  readonly limit: number;
  mayRead(path: string): boolean;
}

/** One file with many fitting passages is not to hide all others. */
const MOST_OF_FILE = 2;

/** Finds the best passages that may be read now. `isStale`: a file has changed since the index was made. */
export function findPassages(
  index: SearchIndex,
  wanted: Wanted,
): { readonly found: readonly FoundPassage[]; readonly isStale: boolean } {
  const { source, query, limit, mayRead } = wanted;
  const { files, passages } = index;
  const weights = weightsOf(index, query);
  const found: FoundPassage[] = [];
  const counts = new Map<number, number>();
  const texts = new Map<number, readonly string[]>();
  for (const { passage, score } of rank(index, query)) {
    if (found.length >= limit) break;
    const number = passages.file[passage] ?? -1;
    const file = files[number];
    const taken = counts.get(number) ?? 0;
    if (file === undefined || taken >= MOST_OF_FILE || !mayRead(file.path)) continue;
    const lines = texts.get(number) ?? linesOf(file);
    if (lines === undefined) return { found: [], isStale: true };
    texts.set(number, lines);
    counts.set(number, taken + 1);
    const [from = 1, to = 1] = [passages.from[passage], passages.to[passage]];
    found.push({
      source,
      path: file.path,
      heading: passages.headings[passage] ?? '',
      score,
      ...bestLines(lines, { from, to, weights }),
    });
  }
  return { found, isStale: false };
}

/** The lines of a file as it was indexed; `undefined` if it is another one now. */
function linesOf(file: SearchIndex['files'][number]): readonly string[] | undefined {
  const read = readTextFile(file.path);
  return read?.size === file.size && read.hash === file.hash ? read.text.split(/\r?\n/) : undefined;
}

const MOST_LINES = 14;
const LINE_CHARS = 300;

interface BestLines {
  /** Counted from 1. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** The lines of a passage with most of the query in them, as far as a model should read them at once. */
function bestLines(
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
