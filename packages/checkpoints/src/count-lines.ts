import { diffArrays } from 'diff';

/** The number of steps after which the search stops. All lines in between then count as changed. */
const MOST_STEPS = 1000;
const MOST_CHARS = 10_000_000;

export interface LineCounts {
  readonly insertions: number;
  readonly deletions: number;
}

const NONE: LineCounts = { insertions: 0, deletions: 0 };

/**
 * Returns how many lines are added and removed between two contents, as `diff` counts them. Undefined if one is binary or very
 * large.
 */
export function countLines(before: Buffer | undefined, after: Buffer | undefined): LineCounts {
  if ([before, after].some((bytes) => bytes !== undefined && (bytes.includes(0) || bytes.length > MOST_CHARS))) return NONE;
  const [a, b] = withoutEnds(linesOf(before), linesOf(after));
  const changes = diffArrays(a, b, { maxEditLength: MOST_STEPS });
  if (changes === undefined) return { insertions: b.length, deletions: a.length };
  const sum = (kind: 'added' | 'removed') => changes.reduce((total, one) => total + (one[kind] ? one.count : 0), 0);
  return { insertions: sum('added'), deletions: sum('removed') };
}

/** Splits a content into lines. A last line without a line break differs from the same line with a line break. */
const linesOf = (bytes: Buffer | undefined): string[] => bytes?.toString('utf8').match(/[^\n]*\n|[^\n]+$/g) ?? [];

function withoutEnds(a: string[], b: string[]): [string[], string[]] {
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < most - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  return [a.slice(start, a.length - end), b.slice(start, b.length - end)];
}
