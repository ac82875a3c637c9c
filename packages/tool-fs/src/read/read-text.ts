import { setImmediate as nextTurn } from 'node:timers/promises';
import { errors } from '../errors.js';
import { decode, formatOf, isLossless, isTable, type TextFormat, UTF8 } from '../files/file-kind.js';
import type { OpenFile } from '../files/regular-file.js';
import type { Extent } from '../read-state.js';
import { cutLine, MOST_LINE_CHARS } from './cut-line.js';
import { type FileBlocks, fileBlocks } from './file-blocks.js';
import { collectLines, type LineWindow, skipLines } from './line-collector.js';
import { charLimit, DEFAULT_LINES, type ReadJob, remember } from './read-job.js';

/** Reads a text file as numbered lines. Source: TOOL-READ-02, -03, -04, -09. */
export function readText(job: ReadJob) {
  const format = formatOf(job.head, job);
  return format instanceof Promise ? format.then((found) => readAs(found ?? UTF8, job)) : readAs(format, job);
}

function readAs(format: TextFormat, job: ReadJob) {
  const { head, input } = job;
  const window = { first: Math.max(1, input.offset ?? 1), count: input.limit ?? DEFAULT_LINES, maxChars: charLimit(input) };
  if (job.isWhole) return conclude({ ...job, format }, linesOf(decode(head, format), window));
  return linesOfFile(job.file, { head, format, window, signal: job.context.signal }).then((gathered) =>
    conclude({ ...job, format }, gathered),
  );
}

function conclude(job: FormattedJob, gathered: Gathered) {
  const { input, shownPath: path } = job;
  const most = charLimit(input);
  const page = layOut(gathered, { first: Math.max(1, input.offset ?? 1), most, path });
  if (page.capped && input.limit !== undefined) {
    throw errors.FILE_RANGE_TOO_LARGE({ path, limit: input.limit, fits: Math.max(1, page.lines.length), cap: most });
  }
  const extent = extentOf(page);
  if (extent !== undefined) remember(job, { extent, bytes: job.isWhole ? job.head : undefined });
  return {
    content: [encodingNote(job, page), page.text].filter((text) => text !== undefined).join('\n'),
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

interface FormattedJob extends ReadJob {
  readonly format: TextFormat;
}

/** Says an encoding that is not Unicode, and that bytes without a character are shown as U+FFFD (GAP-B4). */
function encodingNote({ format, head, isWhole }: FormattedJob, { content }: Page): string | undefined {
  const name = isTable(format) ? format.encoding.name : undefined;
  const isDamaged = content.includes('\ufffd') && !(isWhole && name === undefined && isLossless(head, format));
  const notes = [
    ...(name === undefined ? [] : [`The file is in ${name}.`]),
    ...(isDamaged ? [`U+FFFD stands for bytes that are not ${name ?? format.encoding}.`] : []),
  ];
  return notes.length === 0 ? undefined : `(${notes.join(' ')})`;
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

export interface Gathered {
  readonly lines: readonly string[];
  /** The lines as one text, if it is already available. */
  readonly joined?: string | undefined;
  /** The number of lines of the file; absent if counting them means reading much more than the window. */
  readonly total?: number | undefined;
}

const COUNTED_BYTES = 1024 * 1024;
const BLOCKS_PER_TURN = 64;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** Takes the window out of a text that is in memory as a whole. */
function linesOf(text: string, window: LineWindow): Gathered {
  const hasReturn = text.includes('\r');
  const all = text.split(hasReturn && !text.includes('\n') ? '\r' : '\n');
  if (all.at(-1) === '') all.pop();
  const isAll = window.first === 1 && window.count >= all.length;
  const lines = isAll ? all : all.slice(window.first - 1, window.first - 1 + window.count);
  let isCut = hasReturn;
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? '';
    if (!hasReturn && line.length <= MOST_LINE_CHARS) continue;
    lines[index] = cutLine(line);
    isCut = true;
  }
  // Joining the lines again would cost as much as the rest of the function.
  const joined = isAll && !isCut ? text.slice(0, text.endsWith('\n') ? -1 : undefined) : undefined;
  return { lines, joined, total: all.length };
}

/**
 * Takes the window out of a large file whose first bytes are read already. Reading stops at the end of the window, and other
 * work runs every few blocks.
 */
async function linesOfFile(
  file: OpenFile,
  options: { readonly head: Buffer; readonly format: TextFormat; readonly window: LineWindow; readonly signal: AbortSignal },
): Promise<Gathered> {
  const { head, window, signal } = options;
  // Only classic Mac files end their lines with a carriage return alone. With one line feed, line feeds count, as in cat.
  const lineEnd = !head.includes(LINE_FEED) && head.includes(CARRIAGE_RETURN) ? CARRIAGE_RETURN : LINE_FEED;
  const collector = collectLines(window, lineEnd);
  const blocks = fileBlocks(file, options);
  let read = 0;
  for (let block = blocks.next(); block !== undefined; block = blocks.next()) {
    const stoppedAt = collector.push(block);
    if (stoppedAt >= 0) {
      const total = countOn(collector.ended, { lineEnd, first: block.subarray(stoppedAt), blocks });
      return { lines: collector.lines, total };
    }
    read += 1;
    if (read % BLOCKS_PER_TURN === 0) await nextTurn();
    signal.throwIfAborted();
  }
  collector.end();
  return { lines: collector.lines, total: collector.ended };
}

/** Returns the number of all lines if few bytes are left to count; `undefined` otherwise. */
function countOn(
  ended: number,
  { lineEnd, first, blocks }: { readonly lineEnd: number; readonly first: Buffer; readonly blocks: FileBlocks },
): number | undefined {
  if (blocks.left > COUNTED_BYTES) return undefined;
  let lines = ended;
  let counted = 0;
  let isOpen = false;
  for (let block: Buffer | undefined = first; block !== undefined; block = blocks.next()) {
    const skipped = skipLines(block, { lineEnd, most: Number.POSITIVE_INFINITY });
    lines += skipped.lines;
    if (block.length > 0) isOpen = skipped.at < block.length;
    counted += block.length;
    // A file in /proc reports no size and may be of any length.
    if (counted > 4 * COUNTED_BYTES) return undefined;
  }
  return isOpen ? lines + 1 : lines;
}

/** The number of lines that a call shows by default. */
const MOST_KEPT = 2000;

const kept: string[] = [];

/** Returns the text before a line that is not the first: a line feed, the number and a tab. Making the texts anew takes a quarter of the time of a Read. */
function lineLabel(line: number): string {
  if (line > MOST_KEPT) return `\n${line}\t`;
  for (let next = kept.length; next <= line; next++) kept.push(`\n${next}\t`);
  return kept[line] ?? `\n${line}\t`;
}
