/** Read: the tool, and its lines of a text. Pictures, PDFs and notebooks have readers of their own. */

import type { Stats } from 'node:fs';
import { resolve } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type AnyTool, defineTool, EditorFiles, permittedPath, type ToolContext, type ToolOutput } from '@loadout/core';
import { errors } from '../errors.js';
import { MOST_EDITOR_BYTES, unsavedBytes } from '../files/editor-text.js';
import { binaryKind, decode, formatOf, isLossless, isTable, type TextFormat, UTF8, unshownPicture } from '../files/file-kind.js';
import { attempt, locateThere, looksLike, pathProblem, spelled } from '../files/path.js';
import { fill, type OpenFile, withFile } from '../files/regular-file.js';
import type { FsOptions } from '../options.js';
import { type Extent, remember } from '../read-state.js';
import { cutLine, MOST_LINE_CHARS } from './cut-line.js';
import { type FileBlocks, fileBlocks } from './file-blocks.js';
import { collectLines, type LineWindow, skipLines } from './line-collector.js';
import { readNotebook } from './notebook/read-notebook.js';
import { readPdf } from './pdf/read-pdf.js';
import { pictureKind } from './picture/picture-kind.js';
import { readPicture } from './picture/read-picture.js';
import { DEFAULT_LINES, loadWhole, MOST_CHARS, MOST_CHARS_LARGE, type ReadInput, type ReadJob } from './read-job.js';

const inputSchema = {
  type: 'object',
  properties: {
    file_path: { type: 'string', description: 'Absolute, or relative to the working directory' },
    offset: { type: 'integer', minimum: 0, description: 'First line, from 1' },
    limit: { type: 'integer', minimum: 1, description: 'Number of lines' },
    pages: { type: 'string', description: 'Of a PDF, as text: "3", "1-5", "1,4-6" or "10-"; at most 20' },
    allow_large: { type: 'boolean', description: `Show up to ${MOST_CHARS_LARGE} characters` },
  },
  required: ['file_path'],
  additionalProperties: false,
} as const;

export function readTool(options: FsOptions): AnyTool {
  return defineTool({
    name: 'Read',
    role: 'reads-files',
    rereadable: true,
    aliases: ['FileRead', 'read'],
    description: `Reads a file. Text comes as lines: number, tab, text; ${DEFAULT_LINES} from the start unless offset and limit say otherwise. Lines over 2000 characters are cut, and so is a whole file over ${MOST_CHARS} characters (PARTIAL view: read on with offset and limit). Images (PNG, JPEG, GIF, WebP) and PDFs of up to 10 pages are shown as such; longer PDFs need pages. A notebook (.ipynb) comes as its cells with outputs; with offset or limit as the lines of its JSON.`,
    inputSchema,
    paths: ['file_path'],
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    isConcurrencySafe: true,
    maxResultChars: Number.POSITIVE_INFINITY,
    validateInput: (input, context) =>
      pathProblem(input.file_path, { cwd: context.cwd, requireAbsolute: options.requireAbsolute }),
    access: ({ file_path: path }, context) => [
      { kind: 'read', path: attempt(() => locateThere(path, context), { path, doing: 'read' }) },
    ],
    call: read,
  });
}

/** Files of up to this size are read at once. A second system call costs more than the larger buffer. */
const WHOLE_BYTES = 256 * 1024;

function read(input: ReadInput, context: ToolContext) {
  const path = permittedPath(context, 'read');
  return withFile(path, (file) => {
    // The buffer has one byte more than the file, so a full buffer shows that the file goes on. Files in /proc report no size.
    const room = Buffer.allocUnsafe(Math.min(Math.max(file.stats.size, 4096), WHOLE_BYTES) + 1);
    const head = room.subarray(0, fill(file.fd, room));
    const asked = resolve(context.cwd, input.file_path);
    const isLike = looksLike(path, asked);
    const shownPath = isLike ? path : asked;
    const pages = input.pages?.trim() || undefined;
    const most = input.allow_large === true ? MOST_CHARS_LARGE : MOST_CHARS;
    const job = { input, context, path, file, head, isWhole: head.length < room.length, shownPath, pages, most };
    if (context.find(EditorFiles) !== undefined) return showAsInEditor(job, isLike);
    return isLike ? showAlike(job) : show(job);
  });
}

/** Shows the text that a person has in an editor and has not saved; otherwise the file. */
async function showAsInEditor(job: ReadJob, isLike: boolean): Promise<ToolOutput> {
  const bytes =
    job.isWhole || job.file.stats.size > MOST_EDITOR_BYTES
      ? job.head
      : loadWhole(job, { kind: 'text', limit: MOST_EDITOR_BYTES });
  const whole = bytes === job.head ? job : { ...job, head: bytes, isWhole: true };
  const unsaved = whole.isWhole ? await unsavedBytes(job.path, { bytes, context: job.context }) : undefined;
  const show = isLike ? showAlike : shown;
  if (unsaved === undefined) return show(whole);
  const stats: Stats = Object.create(job.file.stats, { size: { value: unsaved.length } });
  return noted(await show({ ...whole, head: unsaved, file: { ...job.file, stats } }), UNSAVED);
}

const UNSAVED = '(This is the text in the editor, which is not saved. The file on disk has another one.)';

/** Says with a file that its name only looks like the one given. */
const showAlike = async (job: ReadJob): Promise<ToolOutput> =>
  noted(await show(job), `(Read ${spelled(job.path)}: no file has the given name, and this one looks the same.)`);

const shown = async (job: ReadJob): Promise<ToolOutput> => show(job);

function noted(shown: ToolOutput, note: string): ToolOutput {
  const output = typeof shown === 'string' ? { content: shown } : shown;
  const { content } = output;
  return {
    ...output,
    content: typeof content === 'string' ? `${note}\n${content}` : [{ type: 'text', text: note }, ...content],
  };
}

/** Chooses a reader by the first bytes of the file. Only a notebook, which is text, is recognised by its name. */
function show(job: ReadJob): ToolOutput | Promise<ToolOutput> {
  const { head, shownPath: path } = job;
  if (head.toString('latin1', 0, 5) === '%PDF-') return readPdf(job);
  if (job.pages !== undefined) throw errors.PDF_PAGES_ELSEWHERE({ path });
  const kind = unshownPicture(head) ?? binaryKind(head);
  if (kind === undefined) return isNotebook(job) ? readNotebook(job) : readText(job);
  const picture = pictureKind(head);
  if (picture !== undefined) return readPicture(job, picture);
  throw errors.FILE_KIND_NOT_SHOWN({ path, kind });
}

/** Whether to show the cells of a notebook. Lines of its JSON are the way to read a broken or very long notebook. */
const isNotebook = ({ shownPath, input }: ReadJob) =>
  /\.ipynb$/i.test(shownPath) && input.offset === undefined && input.limit === undefined;

/** Reads a text file as numbered lines. Source: TOOL-READ-02, -03, -04, -09. */
function readText(job: ReadJob) {
  const format = formatOf(job.head, job);
  return format instanceof Promise ? format.then((found) => readAs(found ?? UTF8, job)) : readAs(format, job);
}

function readAs(format: TextFormat, job: ReadJob) {
  const { head, input } = job;
  const window = { first: Math.max(1, input.offset ?? 1), count: input.limit ?? DEFAULT_LINES, maxChars: job.most };
  if (job.isWhole) return conclude({ ...job, format }, linesOf(decode(head, format), window));
  return linesOfFile(job.file, { head, format, window, signal: job.context.signal }).then((gathered) =>
    conclude({ ...job, format }, gathered),
  );
}

function conclude(job: FormattedJob, gathered: Gathered) {
  const { input, shownPath: path, most } = job;
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
