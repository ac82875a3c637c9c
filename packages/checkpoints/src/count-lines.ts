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
  const steps = fewestSteps(a, b);
  if (steps === undefined) return { insertions: b.length, deletions: a.length };
  return { insertions: (steps + b.length - a.length) / 2, deletions: (steps + a.length - b.length) / 2 };
}

/** Splits a content into lines. A last line without a line break differs from the same line with a line break. */
const linesOf = (bytes: Buffer | undefined): readonly string[] => bytes?.toString('utf8').match(/[^\n]*\n|[^\n]+$/g) ?? [];

function withoutEnds(a: readonly string[], b: readonly string[]): readonly [readonly string[], readonly string[]] {
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < most - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  return [a.slice(start, a.length - end), b.slice(start, b.length - end)];
}

/** Returns the length of the shortest path by Myers' greedy search. `reach` holds how far each diagonal has come. */
function fewestSteps(a: readonly string[], b: readonly string[]): number | undefined {
  const most = Math.min(a.length + b.length, MOST_STEPS);
  const reach = new Int32Array(2 * most + 3);
  const middle = most + 1;
  for (let steps = 0; steps <= most; steps++) {
    for (let diagonal = -steps; diagonal <= steps; diagonal += 2) {
      const [left = 0, right = 0] = [reach[middle + diagonal - 1], reach[middle + diagonal + 1]];
      let x = diagonal === -steps || (diagonal !== steps && left < right) ? right : left + 1;
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x += 1;
      if (x >= a.length && x - diagonal >= b.length) return steps;
      reach[middle + diagonal] = x;
    }
  }
  return undefined;
}
