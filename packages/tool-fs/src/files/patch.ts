import { type ChangedLines, changedLines } from './changed-lines.js';

export interface Hunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly lines: readonly string[];
}

const MOST_CHARS = 1_000_000;
const MOST_MS = 500;
const CONTEXT_LINES = 3;

/** The change as hunks, for hooks and programs. Empty when more than a million characters differ, or it takes too long. */
export async function structuredPatch(before: string, after: string): Promise<readonly Hunk[]> {
  return before === after ? [] : patchOfLines(changedLines(before, after, CONTEXT_LINES));
}

/** The hunks of the lines in which two texts differ, which have at least three lines around them. `timeout` is in milliseconds. */
export async function patchOfLines(changed: ChangedLines, timeout = MOST_MS): Promise<readonly Hunk[]> {
  if (changed.before.length > MOST_CHARS || changed.after.length > MOST_CHARS) return [];
  const { lineHunks } = await import('./line-hunks.js');
  const options = { context: CONTEXT_LINES, timeout };
  const hunks = lineHunks('', '', changed.before, changed.after, undefined, undefined, options)?.hunks ?? [];
  const { linesAbove } = changed;
  return hunks.map((hunk) => ({ ...hunk, oldStart: hunk.oldStart + linesAbove, newStart: hunk.newStart + linesAbove }));
}

/** Joins hunks to one text, as `diff -u` writes it. Empty without hunks. */
export function unifiedDiff(path: string, hunks: readonly Hunk[]): string {
  if (hunks.length === 0) return '';
  const parts = hunks.map(({ oldStart, oldLines, newStart, newLines, lines }) => {
    // An empty side starts at the line above.
    const from = `${oldLines === 0 ? oldStart - 1 : oldStart},${oldLines}`;
    const to = `${newLines === 0 ? newStart - 1 : newStart},${newLines}`;
    return [`@@ -${from} +${to} @@`, ...lines].join('\n');
  });
  return `--- ${path}\n+++ ${path}\n${parts.join('\n')}\n`;
}

/** The content before the change, for programs. A large file is left out. */
export const originalOf = (before: string | undefined) => (before === undefined || before.length > MOST_CHARS ? null : before);
