import type { SearchIndex } from '../index-file/search-index.js';
import { termsOf } from '../words/terms.js';

export interface Ranked {
  readonly passage: number;
  readonly score: number;
}

/** The usual values: how fast a term that comes again counts less, and how much a long passage does. */
const K1 = 1.2;
const B = 0.75;

/**
 * The passages with a term of the query, best first: BM25, and up to twice as much for a passage with all terms, so that a question in
 * whole sentences is not answered by its rarest word alone.
 */
export function rank({ passages, terms, offsets, postings }: SearchIndex, query: string): Iterable<Ranked> {
  const count = passages.length.length;
  const average = passages.length.reduce((sum, length) => sum + length, 0) / Math.max(1, count);
  const scores = new Float64Array(count);
  const matched = new Uint16Array(count);
  const touched: number[] = [];
  const asked = new Set(termsOf(query));
  for (const term of asked) {
    const number = terms.get(term);
    if (number === undefined) continue;
    const [start = 0, end = 0] = [offsets[number], offsets[number + 1]];
    const has = end - start;
    const weight = Math.log(1 + (count - has + 0.5) / (has + 0.5));
    for (let at = start * 2; at < end * 2; at += 2) {
      const passage = postings[at] ?? 0;
      const often = postings[at + 1] ?? 0;
      if (matched[passage] === 0) touched.push(passage);
      matched[passage] = (matched[passage] ?? 0) + 1;
      const length = (passages.length[passage] ?? 0) / average;
      scores[passage] = (scores[passage] ?? 0) + (weight * often * (K1 + 1)) / (often + K1 * (1 - B + B * length));
    }
  }
  for (const passage of touched) scores[passage] = (scores[passage] ?? 0) * (0.5 + (matched[passage] ?? 0) / (2 * asked.size));
  return inOrder(touched, scores);
}

/** A caller rarely wants more, and most of a common word's passages are never looked at. */
const AT_ONCE = 200;

/** The passages in the order of their scores. The sorting of those behind the first 200 is left until somebody wants them. */
function* inOrder(touched: readonly number[], scores: Float64Array): Generator<Ranked> {
  const sorted = Float64Array.from(touched, (passage) => scores[passage] ?? 0).sort();
  const least = sorted[Math.max(0, sorted.length - AT_ONCE)] ?? 0;
  for (const isFirst of [true, false]) {
    const some = touched.filter((passage) => (scores[passage] ?? 0) >= least === isFirst);
    some.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
    for (const passage of some) yield { passage, score: scores[passage] ?? 0 };
  }
}

/** How rare each term of a query is. A term that is in no passage is left out. */
export function weightsOf({ passages, terms, offsets }: SearchIndex, query: string): ReadonlyMap<string, number> {
  const count = passages.length.length;
  const weights = new Map<string, number>();
  for (const term of termsOf(query)) {
    const number = terms.get(term);
    if (number === undefined) continue;
    const has = (offsets[number + 1] ?? 0) - (offsets[number] ?? 0);
    weights.set(term, Math.log(1 + (count - has + 0.5) / (has + 0.5)));
  }
  return weights;
}
