import type { Stats } from 'node:fs';
import { resolve } from 'node:path';
import { type AnyTool, defineTool, EditorFiles, permittedPath, type ToolContext, type ToolOutput } from '@loadout/core';
import { errors } from '../errors.js';
import { MOST_EDITOR_BYTES, unsavedBytes } from '../files/editor-text.js';
import { attempt } from '../files/errno.js';
import { binaryKind, unshownPicture } from '../files/file-kind.js';
import { locateThere, looksLike, pathProblem, spelled } from '../files/path.js';
import { fill, withFile } from '../files/regular-file.js';
import type { FsOptions } from '../options.js';
import { loadWhole } from './load-whole.js';
import { readNotebook } from './notebook/read-notebook.js';
import { readPdf } from './pdf/read-pdf.js';
import { pictureKind } from './picture/picture-kind.js';
import { readPicture } from './picture/read-picture.js';
import { DEFAULT_LINES, isGiven, MOST_CHARS, MOST_CHARS_LARGE, type ReadInput, type ReadJob } from './read-job.js';
import { readText } from './read-text.js';

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
    const job = { input, context, path, file, head, isWhole: head.length < room.length, shownPath: isLike ? path : asked };
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
  const { head, input, shownPath: path } = job;
  if (head.toString('latin1', 0, 5) === '%PDF-') return readPdf(job);
  if (isGiven(input.pages)) throw errors.PDF_PAGES_ELSEWHERE({ path });
  const kind = unshownPicture(head) ?? binaryKind(head);
  if (kind === undefined) return isNotebook(job) ? readNotebook(job) : readText(job);
  const picture = pictureKind(head);
  if (picture !== undefined) return readPicture(job, picture);
  throw errors.FILE_KIND_NOT_SHOWN({ path, kind });
}

/** Whether to show the cells of a notebook. Lines of its JSON are the way to read a broken or very long notebook. */
const isNotebook = ({ shownPath, input }: ReadJob) =>
  /\.ipynb$/i.test(shownPath) && input.offset === undefined && input.limit === undefined;
