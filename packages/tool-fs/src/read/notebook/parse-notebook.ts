import { errors } from '../../errors.js';

export interface NotebookOutput {
  readonly output_type?: unknown;
  readonly text?: unknown;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly ename?: unknown;
  readonly evalue?: unknown;
  readonly traceback?: unknown;
}

export interface NotebookCell {
  /** Its own id, or `cell-N` counted from 0 as NotebookEdit takes it. */
  readonly id: string;
  readonly type: string;
  readonly source: string;
  readonly outputs: readonly NotebookOutput[];
}

/** The cells of a notebook in their order. Nothing else in the file is trusted to have its shape. */
export function parseNotebook(text: string, path: string): readonly NotebookCell[] {
  const notebook = parseJson(text, path);
  const cells = isRecord(notebook) ? notebook.cells : undefined;
  if (!Array.isArray(cells)) throw errors.NOTEBOOK_UNREADABLE({ path, problem: 'it has no list of cells' });
  return cells.map((cell: unknown, index) => {
    const given = isRecord(cell) ? cell : {};
    return {
      id: typeof given.id === 'string' ? given.id : `cell-${index}`,
      type: typeof given.cell_type === 'string' ? given.cell_type : 'unknown',
      source: joined(given.source),
      outputs: Array.isArray(given.outputs) ? given.outputs.filter(isRecord) : [],
    };
  });
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw errors.NOTEBOOK_UNREADABLE({ path, problem: `it is not JSON (${(error as Error).message})` }, { cause: error });
  }
}

/** Text in a notebook is a string or a list of its lines. */
export const joined = (text: unknown): string =>
  Array.isArray(text) ? text.filter((line) => typeof line === 'string').join('') : typeof text === 'string' ? text : '';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
