/** The points of a letter at the begin of a word, of one behind the letter before it, and of one that leaves letters out. */
const BEGIN = 8;
const NEXT = 6;
const GAP = -1;
const MOST_GAP = -6;

/**
 * Returns how well a text has the letters of a query in their order, or `undefined` if it does not have them. Small letters also find
 * large ones. More is better; of two texts that fit as well, the shorter one is.
 */
export function fuzzyScore(query: string, text: string): number | undefined {
  if (query === '') return 0;
  const small = text.toLowerCase();
  const wanted = query.toLowerCase();
  // The last place for the first letter: a name at the end of a path counts more than the same letters in its folders.
  const from = lastFit(wanted, small);
  return from === undefined
    ? undefined
    : Math.max(scoreFrom(wanted, { text, small, from }), scoreFrom(wanted, { text, small, from: 0 }));
}

/** Returns where the last run of these letters begins, from behind. */
function lastFit(wanted: string, small: string): number | undefined {
  let at = small.length;
  for (let index = wanted.length - 1; index >= 0; index--) {
    at = at === 0 ? -1 : small.lastIndexOf(wanted[index] ?? '', at - 1);
    if (at === -1) return undefined;
  }
  return at;
}

function scoreFrom(
  wanted: string,
  { text, small, from }: { readonly text: string; readonly small: string; readonly from: number },
) {
  let score = -text.length / 100;
  let last = -1;
  for (let index = 0; index < wanted.length; index++) {
    const at = small.indexOf(wanted[index] ?? '', last === -1 ? from : last + 1);
    if (beginsWord(text, at)) score += BEGIN;
    if (last !== -1) score += at === last + 1 ? NEXT : Math.max(MOST_GAP, GAP * (at - last - 1));
    last = at;
  }
  return score;
}

const beginsWord = (text: string, at: number): boolean =>
  at === 0 || /[/\\\-_. :]/.test(text[at - 1] ?? '') || (/[a-z]/.test(text[at - 1] ?? '') && /[A-Z]/.test(text[at] ?? ''));

/** Returns the texts that have the letters, the best one first, after one pass over all. */
export function fuzzyBest<T>(query: string, items: readonly T[], { text }: { readonly text: (item: T) => string }): readonly T[] {
  if (query === '') return items;
  const found: { readonly item: T; readonly score: number }[] = [];
  for (const item of items) {
    const score = fuzzyScore(query, text(item));
    if (score !== undefined) found.push({ item, score });
  }
  return found.sort((a, b) => b.score - a.score).map(({ item }) => item);
}
