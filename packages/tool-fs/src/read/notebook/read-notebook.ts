import type { ContentBlock } from '@loadout/core';
import { decode, textFormat } from '../../files/file-kind.js';
import { remember } from '../../read-state.js';
import { fitPicture } from '../picture/fit-picture.js';
import { pictureKind } from '../picture/picture-kind.js';
import { pictureBlock, toPicture } from '../picture/read-picture.js';
import { loadWhole, type ReadJob } from '../read-job.js';
import { type NotebookCell, parseNotebook } from './parse-notebook.js';
import { type ShownOutput, showOutput } from './show-output.js';

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
