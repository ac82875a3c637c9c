import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { type AnyTool, defineTool, permittedPath, type ToolContext } from '@loadout/core';
import { errors } from '../errors.js';
import { assertSaved, tellEditor } from '../files/editor-text.js';
import { encode } from '../files/file-kind.js';
import { originalOf } from '../files/patch.js';
import { locateThere, pathProblem } from '../files/path.js';
import { readUnicodeFile } from '../files/text-file.js';
import { assertRead, assertReadBeforeAsking } from '../write/check-read.js';
import { assertWellFormed } from '../write/check-text.js';
import { store, type WriteOptions } from '../write/store.js';
import { deleteCell, insertCell, newCell, replaceCell } from './change-cells.js';
import { type Cell, indexOfCell, type Notebook, nameOf, parseNotebook, sourceOf } from './notebook.js';

const inputSchema = {
  type: 'object',
  properties: {
    notebook_path: { type: 'string', description: 'Absolute, or relative to the working directory; also called file_path' },
    new_source: { type: 'string', description: 'The new text of the cell; needed unless it is deleted; also called source' },
    cell_id: {
      type: 'string',
      description: 'Id of the cell, or cell-N counted from 0; insert goes after it, at the start without',
    },
    cell_number: { type: 'integer', description: 'Instead of cell_id: index from 0; for insert the index of the new cell' },
    cell_type: { type: 'string', enum: ['code', 'markdown'], description: 'Needed for insert' },
    edit_mode: { type: 'string', enum: ['replace', 'insert', 'delete'], default: 'replace', description: 'Also called command' },
  },
  required: ['notebook_path'],
  additionalProperties: false,
} as const;

interface NotebookEditInput {
  readonly notebook_path: string;
  readonly new_source?: string | undefined;
  readonly cell_id?: string | undefined;
  readonly cell_number?: number | undefined;
  readonly cell_type?: 'code' | 'markdown' | undefined;
  readonly edit_mode?: 'replace' | 'insert' | 'delete' | undefined;
}

export function notebookEditTool(options: WriteOptions): AnyTool {
  return defineTool({
    name: 'NotebookEdit',
    description:
      'Replaces, inserts or deletes one cell of a Jupyter notebook (.ipynb). Read the notebook first. An edited code cell loses its outputs; the other cells stay as they are.',
    inputSchema,
    inputAliases: { file_path: 'notebook_path', filePath: 'notebook_path', source: 'new_source', command: 'edit_mode' },
    paths: ['notebook_path'],
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
    validateInput: (input, context) =>
      pathProblem(input.notebook_path, { cwd: context.cwd, requireAbsolute: options.requireAbsolute }),
    access: (input, context) => [{ kind: 'write', path: locateThere(input.notebook_path, context) }],
    obstacle: (_, context) => (options.readBeforeWrite === 'strict' ? assertReadBeforeAsking(context) : undefined),
    call: (input, context) => editNotebook(input, { context, options }),
  });
}

async function editNotebook(
  input: NotebookEditInput,
  { context, options }: { readonly context: ToolContext; readonly options: WriteOptions },
) {
  const shownPath = resolve(context.cwd, input.notebook_path);
  if (context.signal.aborted) throw errors.FILE_CALL_CANCELLED({ path: shownPath });
  const path = permittedPath(context, 'write');
  const file = readUnicodeFile(path);
  if (
    options.readBeforeWrite === 'strict' &&
    assertRead(path, { context, stats: file.stats, bytes: () => file.bytes }).hasChanged()
  )
    throw errors.FILE_MODIFIED({ path: shownPath });
  await assertSaved(path, { bytes: file.bytes, context });
  const notebook = parseNotebook(file.text, shownPath);
  const change = CHANGES[input.edit_mode ?? 'replace']({ input, notebook, path: shownPath });
  const bytes = encode(change.text, file.format);
  await store(path, { bytes, existing: file.stats, context, options });
  const told = await tellEditor(path, { bytes, context });
  const { cell, done } = change;
  return {
    content: `${done} in ${shownPath}.${told}`,
    structuredContent: {
      new_source: input.new_source ?? '',
      ...(change.oldSource === undefined ? {} : { old_source: change.oldSource }),
      cell_id: change.name,
      cell_type: input.cell_type ?? cell.cell_type ?? 'code',
      language: notebook.language,
      edit_mode: input.edit_mode ?? 'replace',
      notebook_path: shownPath,
      original_file: originalOf(file.text),
      updated_file: originalOf(change.text),
    },
  };
}

interface Job {
  readonly input: NotebookEditInput;
  readonly notebook: Notebook;
  readonly path: string;
}

interface CellChange {
  readonly text: string;
  readonly cell: Cell;
  readonly name: string;
  readonly oldSource?: string | undefined;
  readonly done: string;
}

const CHANGES: Readonly<Record<'replace' | 'insert' | 'delete', (job: Job) => CellChange>> = {
  replace(job) {
    const { index, cell, name } = named(job);
    const text = replaceCell(job.notebook, { index, source: newSource(job.input), type: job.input.cell_type });
    return { text, cell, name, oldSource: sourceOf(cell), done: `Replaced cell ${name} (index ${index})` };
  },
  insert(job) {
    const { notebook, input } = job;
    if (input.cell_type === undefined) throw errors.NOTEBOOK_CELL_TYPE_MISSING({});
    const index = insertAt(job);
    const id = notebook.hasIds ? freshId(notebook) : undefined;
    const cell = newCell({ type: input.cell_type, source: newSource(input), id });
    const name = nameOf(cell, index);
    return { text: insertCell(notebook, { index, cell }), cell, name, done: `Inserted cell ${name} (index ${index})` };
  },
  delete(job) {
    const { index, cell, name } = named(job);
    const text = deleteCell(job.notebook, index);
    return { text, cell, name, oldSource: sourceOf(cell), done: `Deleted cell ${name} (index ${index})` };
  },
};

function named({ input, notebook, path }: Job): { readonly index: number; readonly cell: Cell; readonly name: string } {
  const id = input.cell_id ?? input.cell_number?.toString();
  if (id === undefined) throw errors.NOTEBOOK_CELL_UNNAMED({ count: notebook.cells.length });
  const index = indexOfCell(notebook, { id, path });
  const cell = notebook.cells[index] ?? {};
  return { index, cell, name: nameOf(cell, index) };
}

function insertAt({ input, notebook, path }: Job): number {
  if (input.cell_id !== undefined) return indexOfCell(notebook, { id: input.cell_id, path }) + 1;
  const index = input.cell_number ?? 0;
  if (index < 0) throw errors.NOTEBOOK_INDEX_NEGATIVE({ index });
  if (index > notebook.cells.length)
    throw errors.NOTEBOOK_CELL_MISSING({ path, id: String(index), count: notebook.cells.length });
  return index;
}

function newSource({ new_source: source }: NotebookEditInput): string {
  if (source === undefined) throw errors.NOTEBOOK_SOURCE_MISSING({});
  assertWellFormed('new_source', source);
  return source;
}

function freshId({ cells }: Notebook): string {
  const id = randomUUID().slice(0, 8);
  return cells.some((cell) => cell.id === id) ? randomUUID() : id;
}
