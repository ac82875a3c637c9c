export interface DiffLine {
  readonly kind: 'same' | 'gone' | 'new';
  readonly text: string;
}

/** The number of lines around a difference. */
const CONTEXT = 3;
/** Above this number of pairs, the lines between the first and the last difference are not compared. */
const MOST_PAIRS = 1_000_000;

/** Compares two texts. Returns the ranges of different lines, each with the number of its first line and some lines around it. */
export function lineDiff(before: string, after: string): readonly { readonly at: number; readonly lines: readonly DiffLine[] }[] {
  const all = comparedLines(linesOf(before), linesOf(after));
  const near = all.map((_, at) => all.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some((line) => line.kind !== 'same'));
  const hunks: { at: number; lines: DiffLine[] }[] = [];
  let number = 1;
  for (const [at, line] of all.entries()) {
    if (near[at] === true && near[at - 1] !== true) hunks.push({ at: number, lines: [] });
    if (near[at] === true) hunks.at(-1)?.lines.push(line);
    if (line.kind !== 'gone') number += 1;
  }
  return hunks;
}

const linesOf = (text: string) => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));
const as = (kind: DiffLine['kind'], lines: readonly string[]) => lines.map((text) => ({ kind, text }));

function comparedLines(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  const gone = before.slice(start, before.length - end);
  const added = after.slice(start, after.length - end);
  const middle =
    gone.length * added.length > MOST_PAIRS ? [...as('gone', gone), ...as('new', added)] : longestCommon(gone, added);
  return [...as('same', before.slice(0, start)), ...middle, ...as('same', before.slice(before.length - end))];
}

/** Keeps as many equal lines as possible. */
function longestCommon(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  const width = after.length + 1;
  const lengths = new Uint32Array((before.length + 1) * width);
  const lengthAt = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        before[i] === after[j] ? lengthAt(i + 1, j + 1) + 1 : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1));
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const [old = '', now = ''] = [before[i], after[j]];
    if (i < before.length && j < after.length && old === now) {
      lines.push({ kind: 'same', text: old });
      i += 1;
      j += 1;
    } else if (i < before.length && (j >= after.length || lengthAt(i + 1, j) >= lengthAt(i, j + 1))) {
      lines.push({ kind: 'gone', text: old });
      i += 1;
    } else {
      lines.push({ kind: 'new', text: now });
      j += 1;
    }
  }
  return lines;
}
