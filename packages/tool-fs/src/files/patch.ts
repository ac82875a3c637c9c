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

/** The change as hunks, for hooks and programs. Empty for a text over a million characters, or one that takes too long. */
export async function structuredPatch(before: string, after: string): Promise<readonly Hunk[]> {
  if (before === after || before.length > MOST_CHARS || after.length > MOST_CHARS) return [];
  const { lineHunks } = await import('./line-hunks.js');
  const options = { context: CONTEXT_LINES, timeout: MOST_MS };
  return lineHunks('', '', before, after, undefined, undefined, options)?.hunks ?? [];
}

/** What a program may see of a file before the change; a large one is left out. */
export const originalOf = (before: string | undefined) => (before === undefined || before.length > MOST_CHARS ? null : before);
