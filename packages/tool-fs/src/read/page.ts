import type { Gathered } from './gather-lines.js';

/** About 25,000 tokens. */
export const MOST_CHARS = 100_000;

export interface Page {
  /** What the model reads: numbered lines and the notice after them. */
  readonly text: string;
  readonly lines: readonly string[];
  readonly first: number;
  readonly total: number | undefined;
  /** Lines were left out because their text is too much, not because they were not asked for. */
  readonly capped: boolean;
}

/** Lays lines out as `cat -n` does, without padding, up to the cap, and says how to read on. Source: TOOL-READ-02, -04, -09. */
export function layOut(gathered: Gathered, asked: { readonly offset?: number | undefined; readonly path: string }): Page {
  const first = Math.max(1, asked.offset ?? 1);
  const rows: string[] = [];
  let chars = 0;
  for (const [index, line] of gathered.lines.entries()) {
    const row = `${first + index}\t${line}`;
    chars += row.length + 1;
    if (chars > MOST_CHARS) break;
    rows.push(row);
  }
  const page = {
    lines: gathered.lines.slice(0, rows.length),
    first,
    total: gathered.total,
    capped: rows.length < gathered.lines.length,
  };
  const note = notice(page, asked.path);
  return { ...page, text: [rows.join('\n'), note].filter((part) => part !== undefined && part !== '').join('\n\n') };
}

function notice({ lines, first, total, capped }: Omit<Page, 'text'>, path: string): string | undefined {
  if (total === 0) return `${path} exists but is empty.`;
  if (total !== undefined && lines.length === 0 && first > total)
    return `${path} has ${count(total, 'line')}; there is nothing from line ${first} on.`;
  const next = first + lines.length;
  if (total !== undefined && next > total) return undefined;
  const rest = total === undefined ? 'More lines follow' : `${count(total - next + 1, 'more line')} not shown`;
  const shown = `lines ${first}-${next - 1}${total === undefined ? '' : ` of ${total}`}`;
  return capped
    ? `PARTIAL view: ${shown}, the first ${MOST_CHARS} characters. ${rest}. Read on with offset ${next} and a limit; this view does not count as having read the file.`
    : `(${shown}. ${rest}. Read on with offset ${next}.)`;
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;
