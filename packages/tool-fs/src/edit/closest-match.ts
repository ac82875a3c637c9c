const MOST_LINES = 20_000;
const MOST_OLD_LINES = 200;

/** Where a text that was not found probably stands, as a sentence; empty when nothing is like it. Source: TOOL-EDIT-07. */
export function closestMatch(text: string, oldString: string): string {
  const wanted = trimBlankLines(oldString.split('\n')).slice(0, MOST_OLD_LINES);
  const lines = text.split('\n').slice(0, MOST_LINES);
  if (wanted.length === 0) return '';
  const bare = lines.map(withoutBlanks);
  const bareWanted = wanted.map(withoutBlanks);
  for (let start = 0; start + wanted.length <= lines.length; start++) {
    if (bareWanted.every((line, index) => bare[start + index] === line))
      return ` The text at line ${start + 1} differs only in whitespace: ${JSON.stringify(lines[start]?.slice(0, 200))}.`;
  }
  const best = mostAlike(bare, bareWanted);
  return best === undefined ? '' : ` The closest match is at line ${best + 1}: ${JSON.stringify(lines[best]?.slice(0, 200))}.`;
}

/** The start whose lines agree most; a start is worth trying where the first or any line is alike. */
function mostAlike(lines: readonly string[], wanted: readonly string[]): number | undefined {
  const pairs = wanted.slice(0, 5).map(pairsOf);
  let best: { start: number; score: number } | undefined;
  for (let start = 0; start < lines.length; start++) {
    let score = 0;
    for (const [index, pair] of pairs.entries()) score += alike(pair, lines[start + index] ?? '');
    if (score > (best?.score ?? 0)) best = { start, score };
  }
  return best !== undefined && best.score / pairs.length >= 0.5 ? best.start : undefined;
}

/** How many pairs of neighbouring characters two lines share, from 0 to 1. */
function alike(pairs: ReadonlySet<string>, line: string): number {
  if (pairs.size === 0) return line === '' ? 1 : 0;
  const others = pairsOf(line.slice(0, 500));
  let shared = 0;
  for (const pair of others) if (pairs.has(pair)) shared += 1;
  return (2 * shared) / (pairs.size + others.size || 1);
}

function pairsOf(line: string): ReadonlySet<string> {
  const pairs = new Set<string>();
  for (let at = 0; at + 1 < line.length; at++) pairs.add(line.slice(at, at + 2));
  return pairs;
}

const withoutBlanks = (line: string) => line.replace(/\s+/g, '');

function trimBlankLines(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => line.trim() !== '');
  const last = lines.findLastIndex((line) => line.trim() !== '');
  return first === -1 ? [] : lines.slice(first, last + 1);
}
