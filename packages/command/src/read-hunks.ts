export interface Hunks {
  /** The lines of the difference: from the first, up to the one after the last. */
  readonly start: number;
  readonly end: number;
  /** The names of the two sides. */
  readonly names: readonly [string, string];
  readonly hunks: readonly Hunk[];
}

export interface Hunk {
  /** The numbers of the first lines on both sides. */
  readonly at: readonly [number, number];
  readonly pairs: readonly Pair[];
}

export interface Pair {
  readonly mark: string;
  /** The line of the recording, and the line of now. An absent line is empty. */
  readonly sides: readonly [string, string];
}

/**
 * Finds the unified difference from a recording between other lines. Returns `undefined` if there is none, and for one that is
 * not complete.
 */
export function readHunks(lines: readonly string[]): Hunks | undefined {
  const start = lines.findIndex((line, index) => line === '--- recorded' && lines[index + 1] === '+++ now');
  if (start === -1) return undefined;
  const hunks: Hunk[] = [];
  let end = start + 2;
  for (let head = HEAD.exec(lines[end] ?? ''); head !== null; head = HEAD.exec(lines[end] ?? '')) {
    const [before, beforeCount, now, nowCount] = head.slice(1).map((digits) => (digits === undefined ? 1 : Number(digits)));
    const taken = takeBody(lines, { from: end + 1, before: beforeCount ?? 1, now: nowCount ?? 1 });
    if (taken === undefined) return undefined;
    hunks.push({ at: [before ?? 1, now ?? 1], pairs: paired(taken) });
    end += 1 + taken.length;
  }
  return hunks.length === 0 ? undefined : { start, end, names: ['recorded', 'now'], hunks };
}

const HEAD = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@$/;

interface Body {
  readonly from: number;
  /** The numbers of lines on both sides, by which the end is known: the next line may begin like one of the difference. */
  readonly before: number;
  readonly now: number;
}

function takeBody(lines: readonly string[], { from, before, now }: Body): readonly string[] | undefined {
  const taken: string[] = [];
  const left = { before, now };
  while (left.before > 0 || left.now > 0) {
    const line = lines[from + taken.length];
    if (line === undefined || !/^[ +-]/.test(line)) return undefined;
    if (!line.startsWith('+')) left.before -= 1;
    if (!line.startsWith('-')) left.now -= 1;
    taken.push(line);
  }
  return left.before === 0 && left.now === 0 ? taken : undefined;
}

/** Puts the lines that are gone beside the new ones that stand in their place. */
function paired(body: readonly string[]): readonly Pair[] {
  const pairs: Pair[] = [];
  let gone: string[] = [];
  let added: string[] = [];
  const settle = () => {
    for (let index = 0; index < Math.max(gone.length, added.length); index++) pairs.push(pairOf(gone[index], added[index]));
    gone = [];
    added = [];
  };
  for (const line of body) {
    const text = line.slice(1);
    if (line.startsWith('-')) gone.push(text);
    else if (line.startsWith('+')) added.push(text);
    else {
      settle();
      pairs.push({ mark: ' ', sides: [text, text] });
    }
  }
  settle();
  return pairs;
}

const pairOf = (gone: string | undefined, added: string | undefined): Pair => ({
  mark: gone === undefined ? '+' : added === undefined ? '-' : '≠',
  sides: [gone ?? '', added ?? ''],
});
