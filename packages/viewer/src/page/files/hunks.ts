import { diffArrays } from 'diff';
import type { FileChange } from '../../model/trajectory.js';

export interface DiffLine {
  readonly kind: 'added' | 'removed' | 'same' | 'hunk';
  readonly text: string;
}

/** The time after which a difference is given up: two long texts without common lines cost seconds. */
const TIMEOUT = 800;
/** Lines around a change that are shown. */
const CONTEXT = 3;

/** The lines of a file's differences, or `undefined` for texts that are missing or too different to be compared in time. */
export function hunksOf({ before, after, change }: FileChange): DiffLine[] | undefined {
  if ((before === undefined && change !== 'created') || (after === undefined && change !== 'deleted')) return undefined;
  const changes = diffArrays(linesOf(before ?? ''), linesOf(after ?? ''), { timeout: TIMEOUT });
  if (changes === undefined) return undefined;
  return withHeads(
    changes.flatMap(({ added, removed, value }) =>
      value.map((line) => ({
        kind: added ? ('added' as const) : removed ? ('removed' as const) : ('same' as const),
        text: line,
      })),
    ),
  );
}

/** Lines with their ends, so that a missing end of the last line is a difference. */
const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

const SIGNS = { added: '+', removed: '-', same: ' ' };

/** Leaves out lines that are far from a change, and writes a head before each stretch. */
function withHeads(lines: readonly { kind: 'added' | 'removed' | 'same'; text: string }[]): DiffLine[] {
  const near = new Set<number>();
  lines.forEach(({ kind }, index) => {
    for (let at = index - CONTEXT; kind !== 'same' && at <= index + CONTEXT; at += 1) near.add(at);
  });
  const shown: DiffLine[] = [];
  let [old, now] = [1, 1];
  lines.forEach(({ kind, text }, index) => {
    if (near.has(index)) {
      if (!near.has(index - 1) || index === 0) shown.push({ kind: 'hunk', text: `@@ line ${old} → ${now} @@` });
      shown.push({ kind, text: `${SIGNS[kind]}${text.replace(/\r?\n$/, '')}${text.endsWith('\n') ? '' : '  ⏎ no end of line'}` });
    }
    if (kind !== 'added') old += 1;
    if (kind !== 'removed') now += 1;
  });
  return shown;
}
