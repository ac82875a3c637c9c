import { errors } from '../errors.js';
import { decode, textFormat } from '../files/encoding.js';
import type { Extent } from '../read-state.js';
import { type Gathered, linesOf, linesOfFile } from './gather-lines.js';
import { lineLabel } from './line-label.js';
import { charLimit, DEFAULT_LINES, type ReadJob, remember } from './read-job.js';

/** Reads a text file as numbered lines. Source: TOOL-READ-02, -03, -04, -09. */
export function readText(job: ReadJob) {
  const { head, input } = job;
  const format = textFormat(head);
  const window = { first: Math.max(1, input.offset ?? 1), count: input.limit ?? DEFAULT_LINES, maxChars: charLimit(input) };
  if (job.isWhole) return conclude(job, linesOf(decode(head, format), window));
  return linesOfFile(job.file, { head, format, window, signal: job.context.signal }).then((gathered) => conclude(job, gathered));
}

function conclude(job: ReadJob, gathered: Gathered) {
  const { input, shownPath: path } = job;
  const most = charLimit(input);
  const page = layOut(gathered, { first: Math.max(1, input.offset ?? 1), most, path });
  if (page.capped && input.limit !== undefined) {
    throw errors.FILE_RANGE_TOO_LARGE({ path, limit: input.limit, fits: Math.max(1, page.lines.length), cap: most });
  }
  const extent = extentOf(page);
  if (extent !== undefined) remember(job, { extent, bytes: job.isWhole ? job.head : undefined });
  return {
    content: page.text,
    structuredContent: {
      type: 'text',
      file: {
        filePath: path,
        content: page.content,
        numLines: page.lines.length,
        startLine: page.first,
        ...(page.total === undefined ? {} : { totalLines: page.total }),
        ...(page.capped ? { truncatedByTokenCap: true } : {}),
      },
    },
  };
}

/** Returns the extent of a page; `undefined` if the page shows no line of a file that has lines. */
function extentOf(page: Page): Extent | undefined {
  if (page.capped) return 'partial';
  if (page.first === 1 && page.lines.length === page.total) return 'full';
  return page.lines.length > 0 ? 'range' : undefined;
}

interface Page {
  /** The text for the model: numbered lines, followed by the notice. */
  readonly text: string;
  /** The lines without their numbers. */
  readonly content: string;
  readonly lines: readonly string[];
  readonly first: number;
  readonly total: number | undefined;
  /** Lines are missing because their text is too long, not because the input excludes them. */
  readonly capped: boolean;
}

/** Lays lines out as `cat -n` does, without padding, up to the cap, and adds how to read on. Source: TOOL-READ-02, -04, -09. */
function layOut(gathered: Gathered, asked: { readonly first: number; readonly most: number; readonly path: string }): Page {
  const { first, most } = asked;
  // One growing string instead of a list of rows: rows take half of the time of a short Read.
  let text = '';
  let fits = 0;
  for (const line of gathered.lines) {
    const number = fits === 0 ? `${first}\t` : lineLabel(first + fits);
    if (text.length + number.length + line.length > most) break;
    text += number;
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
