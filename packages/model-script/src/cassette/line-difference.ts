/** Lines around a difference. */
const CONTEXT = 3;
/** Texts that differ in more lines are not compared line by line: the time grows with the square of their number. */
const MOST_EDITS = 500;
/** Lines of each side that are shown, besides those that are equal. */
const MOST_LINES = 100;

interface Hunk {
  readonly oldStart: number;
  readonly newStart: number;
  /** Lines after their mark: a blank, `-` or `+`. */
  readonly lines: readonly string[];
}

/** Returns the unified difference of two texts, from `recorded` to `now`. A long one is cut, and says how much is left out. */
export async function lineDifference(before: string, after: string): Promise<string> {
  const { structuredPatch } = await import('diff');
  const options = { context: CONTEXT, maxEditLength: MOST_EDITS };
  const patch = structuredPatch('', '', `${before}\n`, `${after}\n`, undefined, undefined, options);
  const hunks: readonly Hunk[] = patch?.hunks ?? [uncompared(before.split('\n'), after.split('\n'))];
  const shown = cut(hunks);
  const more = edits(hunks) - edits(shown);
  const body = shown.flatMap((hunk) => [headOf(hunk), ...hunk.lines]);
  return ['--- recorded', '+++ now', ...body, ...(more === 0 ? [] : [`… ${more} more lines differ`])].join('\n');
}

/** Takes all lines after the equal beginning as different. */
function uncompared(before: readonly string[], after: readonly string[]): Hunk {
  const differs = before.findIndex((line, index) => line !== after[index]);
  const same = differs === -1 ? before.length : differs;
  const from = Math.max(0, same - CONTEXT);
  const marked = (lines: readonly string[], mark: string) => lines.map((line) => mark + line);
  const equal = marked(before.slice(from, same), ' ');
  const lines = [...equal, ...marked(before.slice(same), '-'), ...marked(after.slice(same), '+')];
  return { oldStart: from + 1, newStart: from + 1, lines };
}

/** Keeps the first different lines of both sides, up to the next equal line after one side has no more room. */
function cut(hunks: readonly Hunk[]): readonly Hunk[] {
  const left = { '-': MOST_LINES, '+': MOST_LINES };
  const isKept = (line: string): boolean => {
    const mark = markOf(line);
    if (mark !== undefined) return left[mark]-- > 0;
    if (left['-'] <= 0 || left['+'] <= 0) left['-'] = left['+'] = 0;
    return left['-'] > 0;
  };
  return hunks.map((hunk) => ({ ...hunk, lines: hunk.lines.filter(isKept) })).filter(({ lines }) => lines.length > 0);
}

const markOf = (line: string): '-' | '+' | undefined => (line.startsWith('-') ? '-' : line.startsWith('+') ? '+' : undefined);

const edits = (hunks: readonly Hunk[]): number =>
  hunks.reduce((sum, { lines }) => sum + lines.filter((line) => markOf(line) !== undefined).length, 0);

function headOf({ oldStart, newStart, lines }: Hunk): string {
  const count = (other: '-' | '+') => lines.filter((line) => markOf(line) !== other).length;
  return `@@ -${oldStart},${count('+')} +${newStart},${count('-')} @@`;
}
