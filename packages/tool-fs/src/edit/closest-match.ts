const MOST_LINES = 20_000;
const MOST_OLD_LINES = 200;
const COMPARED_LINES = 5;
const COMPARED_CHARS = 200;

/** A sentence that names the likely place of a text that was not found; empty if nothing is similar. Source: TOOL-EDIT-07. */
export function closestMatch(text: string, oldString: string): string {
  const wanted = trimBlankLines(oldString.split('\n')).slice(0, MOST_OLD_LINES);
  const lines = text.split('\n').slice(0, MOST_LINES);
  if (wanted.length === 0) return '';
  const bare = lines.map(withoutBlanks);
  const bareWanted = wanted.map(withoutBlanks);
  for (let start = 0; start + wanted.length <= lines.length; start++) {
    if (bareWanted.every((line, index) => bare[start + index] === line)) return whitespaceDifference(wanted, { lines, start });
  }
  const best = mostAlike(bare, bareWanted);
  return best === undefined ? '' : ` The closest match is at line ${best + 1}: ${quote(withoutReturn(lines[best]))}.`;
}

/** The first line that differs, on both sides, with its blanks as they are: a tab shows as \\t. */
function whitespaceDifference(
  wanted: readonly string[],
  { lines, start }: { readonly lines: readonly string[]; readonly start: number },
): string {
  const index = Math.max(
    0,
    wanted.findIndex((line, at) => line !== withoutReturn(lines[start + at])),
  );
  const there = withoutReturn(lines[start + index]);
  return ` The text at line ${start + 1} differs only in whitespace. Line ${start + index + 1} is ${quote(there)}, old_string has ${quote(wanted[index] ?? '')}.`;
}

const quote = (line: string) => JSON.stringify(line.slice(0, 200));
const withoutReturn = (line = '') => (line.endsWith('\r') ? line.slice(0, -1) : line);

/** The start whose lines agree most with the first few that are wanted. */
function mostAlike(lines: readonly string[], wanted: readonly string[]): number | undefined {
  const pairs = wanted.slice(0, COMPARED_LINES).map(pairsOf);
  // The pairs of the lines that are compared now, so that each line is taken apart once.
  const window = lines.slice(0, pairs.length).map(pairsOf);
  let best: { start: number; score: number } | undefined;
  for (let start = 0; start < lines.length; start++) {
    let score = 0;
    for (const [index, pair] of pairs.entries()) score += alike(pair, window[index]);
    if (score > (best?.score ?? 0)) best = { start, score };
    window.shift();
    const next = lines[start + pairs.length];
    if (next !== undefined) window.push(pairsOf(next));
  }
  return best !== undefined && best.score / pairs.length >= 0.5 ? best.start : undefined;
}

/** How many pairs of neighbouring characters two lines share, from 0 to 1. */
function alike(pairs: ReadonlySet<number>, others: ReadonlySet<number> = new Set()): number {
  const [most, least] = [Math.max(pairs.size, others.size), Math.min(pairs.size, others.size)];
  if (most === 0) return 1;
  // Too different in length to count: saves the comparison of most lines.
  if (least * 4 < most) return 0;
  let shared = 0;
  for (const pair of others) if (pairs.has(pair)) shared += 1;
  return (2 * shared) / (pairs.size + others.size);
}

function pairsOf(line: string): ReadonlySet<number> {
  const pairs = new Set<number>();
  const end = Math.min(line.length, COMPARED_CHARS) - 1;
  for (let at = 0; at < end; at++) pairs.add(line.charCodeAt(at) * 0x1_0000 + line.charCodeAt(at + 1));
  return pairs;
}

const withoutBlanks = (line: string) => line.replace(/\s+/g, '');

function trimBlankLines(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => line.trim() !== '');
  const last = lines.findLastIndex((line) => line.trim() !== '');
  return first === -1 ? [] : lines.slice(first, last + 1);
}
