import { isObject } from '@loadout/core';
import { errors } from '../errors.js';
import { type JsonPart, memberOf, partsOf, skipBlank } from './json-parts.js';

export type CellType = 'code' | 'markdown' | 'raw';

export interface Cell {
  readonly cell_type?: CellType | undefined;
  readonly id?: string | undefined;
  readonly source?: string | readonly string[] | undefined;
  readonly [key: string]: unknown;
}

/** A notebook as text, with the ranges of its cells. */
export interface Notebook {
  readonly text: string;
  readonly cells: readonly Cell[];
  /** The array of cells, and each of them. */
  readonly list: JsonPart;
  readonly parts: readonly JsonPart[];
  /** Whether its format gives every cell an id: 4.5 and later. */
  readonly hasIds: boolean;
  readonly language: string;
}

interface NotebookJson {
  readonly cells?: unknown;
  readonly worksheets?: unknown;
  readonly nbformat?: number;
  readonly nbformat_minor?: number;
  readonly metadata?: {
    readonly kernelspec?: { readonly language?: string };
    readonly language_info?: { readonly name?: string };
  };
}

export function parseNotebook(text: string, path: string): Notebook {
  const json = parse(text, path);
  const { nbformat = 4, nbformat_minor: minor = 0, metadata } = json;
  const list = memberOf(text, { open: skipBlank(text, 0), key: 'cells' });
  if (list === undefined || !Array.isArray(json.cells) || !json.cells.every(isObject))
    throw errors.NOTEBOOK_NO_CELLS({ path, nbformat: json.worksheets === undefined ? undefined : nbformat });
  return {
    text,
    cells: json.cells as Cell[],
    list,
    parts: partsOf(text, list.start),
    hasIds: nbformat > 4 || (nbformat === 4 && minor >= 5),
    language: metadata?.kernelspec?.language ?? metadata?.language_info?.name ?? 'python',
  };
}

function parse(text: string, path: string): NotebookJson {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw errors.NOTEBOOK_NOT_JSON({ path, problem: (error as Error).message }, { cause: error });
  }
  if (!isObject(json)) throw errors.NOTEBOOK_NO_CELLS({ path });
  return json as NotebookJson;
}

/** The index that an id, `cell-N` or `N` means; an id comes first. Source: TOOL-NB-02. */
export function indexOfCell(notebook: Notebook, { id, path }: { readonly id: string; readonly path: string }): number {
  const { cells } = notebook;
  const same = cells.flatMap((cell, index) => (cell.id === id ? [index] : []));
  if (same.length > 1) throw errors.NOTEBOOK_CELL_NOT_UNIQUE({ path, id, indexes: same });
  const [byId] = same;
  if (byId !== undefined) return byId;
  const index = Number(/^(?:cell-)?(-?\d+)$/.exec(id)?.[1] ?? Number.NaN);
  if (index < 0) throw errors.NOTEBOOK_INDEX_NEGATIVE({ index });
  if (!(index < cells.length)) throw errors.NOTEBOOK_CELL_MISSING({ path, id, count: cells.length });
  return index;
}

export const sourceOf = (cell: Cell) => (typeof cell.source === 'string' ? cell.source : (cell.source ?? []).join(''));

export const nameOf = (cell: Cell, index: number) => cell.id ?? `cell-${index}`;
