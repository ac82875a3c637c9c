import type { Gathered } from './gather-lines.js';

export interface Page {
  /** The text for the model: numbered lines, followed by the notice. */
  readonly text: string;
  /** The lines without their numbers. */
  readonly content: string;
  readonly lines: readonly string[];
  readonly first: number;
  readonly total: number | undefined;
  /** Lines were left out because their text is too much, not because they were not asked for. */
  readonly capped: boolean;
}

/** Lays lines out as `cat -n` does, without padding, up to the cap, and says how to read on. Source: TOOL-READ-02, -04, -09. */
export function layOut(
  gathered: Gathered,
  asked: { readonly first: number; readonly most: number; readonly path: string },
): Page {
  const { first, most } = asked;
  // One growing string, no row is kept: half of the time of a short Read.
  let text = '';
  let fits = 0;
  for (const line of gathered.lines) {
    const number = String(first + fits);
    if (text.length + number.length + line.length + 2 > most) break;
    text += fits === 0 ? number : `\n${number}`;
    text += '\t';
    text += line;
    fits += 1;
  }
  const capped = fits < gathered.lines.length;
  const lines = capped ? gathered.lines.slice(0, fits) : gathered.lines;
  const content = (capped ? undefined : gathered.joined) ?? lines.join('\n');
  const page = { content, lines, first, total: gathered.total, capped };
  const note = notice(page, asked);
  return { ...page, text: note === undefined ? text : text === '' ? note : `${text}\n\n${note}` };
}

function notice(
  { lines, first, total, capped }: Omit<Page, 'text'>,
  { path, most }: { readonly path: string; readonly most: number },
): string | undefined {
  if (total === 0) return `${path} exists but is empty.`;
  if (total !== undefined && lines.length === 0 && first > total)
    return `${path} has ${count(total, 'line')}; there is nothing from line ${first} on.`;
  const next = first + lines.length;
  if (total !== undefined && next > total) return undefined;
  const rest = total === undefined ? 'More lines follow' : `${count(total - next + 1, 'more line')} not shown`;
  const shown = `lines ${first}-${next - 1}${total === undefined ? '' : ` of ${total}`}`;
  return capped
    ? `PARTIAL view: ${shown}, the first ${most} characters. ${rest}. Read on with offset ${next} and a limit; this view does not count as having read the file.`
    : `(${shown}. ${rest}. Read on with offset ${next}.)`;
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;
