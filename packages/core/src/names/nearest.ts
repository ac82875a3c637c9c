/** Returns the candidate that `word` most likely misspells or abbreviates; `undefined` if no candidate is near. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > 40) return undefined;
  const lower = word.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue;
    const distance = editDistance(lower, candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best ?? cutOff(lower, candidates);
}

/** Returns the candidate that starts with the word, if there is exactly one. */
function cutOff(lower: string, candidates: Iterable<string>): string | undefined {
  if (lower.length < 3) return undefined;
  const longer = [...candidates].filter((candidate) => candidate.toLowerCase().startsWith(lower));
  return longer.length > 0 && longer.length < 3 ? longer[0] : undefined;
}

/** Counts insertions, deletions, replacements and swaps of neighbours. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(get(last, j) + 1, get(row, j - 1) + 1, get(last, j - 1) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, get(beforeLast, j - 2) + 1);
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return get(last, b.length);
}

const get = (row: readonly number[], index: number): number => row[index] ?? 0;
