import { stripVTControlCharacters } from 'node:util';
import type { ContentBlock } from '@loadout/core';
import { decode, textFormat } from '../../files/file-kind.js';
import { remember } from '../../read-state.js';
import { fitPicture } from '../picture/fit-picture.js';
import { pictureKind } from '../picture/picture-kind.js';
import { pictureBlock, toPicture } from '../picture/read-picture.js';
import { loadWhole, type ReadJob } from '../read-job.js';
import { joined, type NotebookCell, type NotebookOutput, parseNotebook } from './parse-notebook.js';

const MOST_FILE_BYTES = 100 * 1024 * 1024;
const MOST_PICTURES = 20;

/** Returns all cells with their ids, sources and outputs, in order. Source: TOOL-READ-08. */
export async function readNotebook(job: ReadJob) {
  const bytes = loadWhole(job, { kind: 'notebook', limit: MOST_FILE_BYTES });
  const cells = parseNotebook(decode(bytes, textFormat(bytes)), job.shownPath);
  const { most } = job;
  const page = startPage();
  const shown: NotebookCell[] = [];
  for (const [index, cell] of cells.entries()) {
    job.context.signal.throwIfAborted();
    const outputs = cell.outputs.map(showOutput);
    const length = cell.source.length + outputs.reduce((sum, output) => sum + output.text.length, 0);
    if (page.chars + length > most) break;
    page.write(`--- cell ${index + 1} of ${cells.length}: ${cell.id} (${cell.type}) ---\n${cell.source}\n`);
    for (const output of outputs) await writeOutput(output, { page, cell, job });
    shown.push(cell);
  }
  const isCut = shown.length < cells.length;
  if (cells.length === 0) page.write(`${job.shownPath} is a notebook without cells.`);
  if (isCut) page.write(cutNote({ next: cells[shown.length], shown: shown.length, total: cells.length, most }));
  remember(job, { extent: isCut ? 'partial' : 'full', bytes });
  return {
    content: page.blocks(),
    structuredContent: { type: 'notebook', file: { filePath: job.shownPath, cells: shown } },
  };
}

const cutNote = (cut: { next: NotebookCell | undefined; shown: number; total: number; most: number }) =>
  `PARTIAL view: ${cut.shown} of ${cut.total} cells, up to ${cut.most} characters; the next is ${cut.next?.id ?? ''}. Read on in the file's JSON with offset and limit; this view does not count as having read the file.`;

async function writeOutput(output: ShownOutput, to: { page: NotebookPage; cell: NotebookCell; job: ReadJob }): Promise<void> {
  const { page, cell, job } = to;
  page.write(`--- output of ${cell.id} ---\n${output.text === '' ? '' : `${output.text}\n`}`);
  for (const bytes of output.pictures) {
    if (page.pictures >= MOST_PICTURES) {
      page.write(`[a picture, not shown: ${MOST_PICTURES} are shown at most]\n`);
      continue;
    }
    const kind = pictureKind(bytes);
    try {
      if (kind === undefined) throw new Error('it is not a picture');
      const path = `${job.shownPath}, ${cell.id}`;
      page.add(pictureBlock(await fitPicture(toPicture(bytes, { kind, path }), path)));
    } catch (error) {
      page.write(`[a picture that cannot be shown: ${(error as Error).message}]\n`);
    }
  }
}

type NotebookPage = ReturnType<typeof startPage>;

/** Collects text and pictures in the order of the file. Consecutive texts form one block. */
function startPage() {
  const blocks: ContentBlock[] = [];
  let text = '';
  let chars = 0;
  let pictures = 0;
  const flush = () => {
    if (text !== '') blocks.push({ type: 'text', text: text.trimEnd() });
    text = '';
  };
  return {
    get chars() {
      return chars;
    },
    get pictures() {
      return pictures;
    },
    write(more: string) {
      chars += more.length;
      text += text === '' ? more : `\n${more}`;
    },
    add(block: ContentBlock) {
      flush();
      pictures += 1;
      blocks.push(block);
    },
    blocks() {
      flush();
      return blocks;
    },
  };
}

interface ShownOutput {
  readonly text: string;
  /** Pictures in it, as they are in the file. */
  readonly pictures: readonly Buffer[];
}

const MOST_OUTPUT_CHARS = 10_000;
const PICTURES = ['image/png', 'image/jpeg'];
/** The first of these that an output has is shown; the rest say the same in another form. */
const TEXTS = ['text/plain', 'text/markdown', 'text/latex', 'application/json', 'text/html', 'image/svg+xml'];

/** Shows one output of a cell: its text without terminal codes, its pictures, and the names of its other formats. */
function showOutput(output: NotebookOutput): ShownOutput {
  if (output.data === undefined) return { text: cut(plainText(output)), pictures: [] };
  const { data } = output;
  const pictures = PICTURES.filter((type) => typeof data[type] === 'string' || Array.isArray(data[type]));
  const shown = TEXTS.find((type) => data[type] !== undefined);
  const others = Object.keys(data).filter((type) => type !== shown && !pictures.includes(type));
  const text = shown === undefined ? '' : cut(asText(data[shown]));
  const note = others.length === 0 ? '' : `[also ${others.join(', ')}, not shown]`;
  return {
    text: [text, note].filter((part) => part !== '').join('\n'),
    pictures: pictures.map((type) => Buffer.from(joined(data[type]), 'base64')),
  };
}

function plainText(output: NotebookOutput): string {
  if (output.output_type !== 'error') return joined(output.text);
  const traceback = Array.isArray(output.traceback) ? output.traceback.filter((line) => typeof line === 'string').join('\n') : '';
  return traceback === '' ? `${joined(output.ename)}: ${joined(output.evalue)}` : traceback;
}

const asText = (value: unknown) =>
  typeof value === 'string' || Array.isArray(value) ? joined(value) : (JSON.stringify(value) ?? '');

function cut(text: string): string {
  const plain = stripVTControlCharacters(text).trimEnd();
  if (plain.length <= MOST_OUTPUT_CHARS) return plain;
  return `${plain.slice(0, MOST_OUTPUT_CHARS)}… [output cut after ${MOST_OUTPUT_CHARS} characters; it has ${plain.length}]`;
}
