import { partsOf, skipBlank } from './json-parts.js';
import type { Cell, CellType, Notebook } from './notebook.js';

/** The depth of a cell's members in the JSON; the cell itself is one level above. */
const CELL_DEPTH = 2;

/** All but the cell's own text stays byte for byte. Source: TOOL-NB-03. */
export function replaceCell(
  notebook: Notebook,
  { index, source, type }: { readonly index: number; readonly source: string; readonly type: CellType | undefined },
): string {
  const { text, parts, cells } = notebook;
  const [part, cell] = [parts[index], cells[index]];
  if (part === undefined || cell === undefined) return text;
  const style = styleOf(text);
  const isSameKind = type === undefined || type === cell.cell_type;
  const fresh = isSameKind ? renewedMembers(source) : undefined;
  if (fresh === undefined || cell.source === undefined) {
    const renewed = ofType(cell, { type: type ?? cell.cell_type ?? 'code', source });
    return splice(text, { ...part, put: write(renewed, { style, depth: CELL_DEPTH }) });
  }
  let result = text;
  for (const member of [...partsOf(text, part.start)].reverse()) {
    const value = fresh.get(member.key);
    if (value !== undefined) result = splice(result, { ...member, put: write(value.now, { style, depth: CELL_DEPTH + 1 }) });
  }
  return result;
}

/** Members to reset in an edited cell: the output of running the old source. Only code cells have them. */
const renewedMembers = (source: string) =>
  new Map<string, { readonly now: unknown }>([
    ['source', { now: toLines(source) }],
    ['outputs', { now: [] }],
    ['execution_count', { now: null }],
  ]);

/** Changes the type of a cell, and removes the members that only the old type has. */
function ofType(cell: Cell, { type, source }: { readonly type: CellType; readonly source: string }): Cell {
  const { outputs: _outputs, execution_count: _count, attachments, ...rest } = cell;
  const kept = { ...rest, cell_type: type, source: toLines(source) };
  return inOrder(
    type === 'code'
      ? { ...kept, execution_count: null, outputs: [] }
      : { ...kept, ...(attachments === undefined ? {} : { attachments }) },
  );
}

export function newCell(options: { readonly type: CellType; readonly source: string; readonly id: string | undefined }): Cell {
  const { type, source, id } = options;
  return ofType({ ...(id === undefined ? {} : { id }), metadata: {} }, { type, source });
}

/** As notebook programs write them. */
const inOrder = (cell: Cell): Cell => Object.fromEntries(Object.entries(cell).sort(([a], [b]) => (a < b ? -1 : 1)));

/** `index` is the one that the cell gets. */
export function insertCell(notebook: Notebook, { index, cell }: { readonly index: number; readonly cell: Cell }): string {
  const { text, parts, list } = notebook;
  const style = styleOf(text);
  const put = write(cell, { style, depth: CELL_DEPTH });
  const start = lineStart(style, CELL_DEPTH);
  const [before, after] = [parts[index - 1], parts[index]];
  if (before !== undefined) return splice(text, { start: before.end, end: before.end, put: `,${start}${put}` });
  if (after !== undefined) return splice(text, { start: after.start, end: after.start, put: `${put},${start}` });
  return splice(text, { ...list, put: `[${start}${put}${lineStart(style, CELL_DEPTH - 1)}]` });
}

export function deleteCell({ text, parts, list }: Notebook, index: number): string {
  const [before, part, after] = [parts[index - 1], parts[index], parts[index + 1]];
  if (part !== undefined && after !== undefined) return splice(text, { start: part.start, end: after.start, put: '' });
  if (part !== undefined && before !== undefined) return splice(text, { start: before.end, end: part.end, put: '' });
  return splice(text, { ...list, put: '[]' });
}

interface Splice {
  readonly start: number;
  readonly end: number;
  readonly put: string;
}

const splice = (text: string, { start, end, put }: Splice) => text.slice(0, start) + put + text.slice(end);

/** Every line with its line feed, as notebooks store a source. */
const toLines = (source: string) => source.split(/(?<=\n)/).filter((line) => line !== '');

/** The layout of a JSON text, so that inserted parts look like the rest. */
interface JsonStyle {
  /** For one level; empty for a text on one line. */
  readonly indent: string;
  readonly lineEnd: string;
  /** Whether other characters than ASCII are written as escapes. */
  readonly asciiOnly: boolean;
}

function styleOf(text: string): JsonStyle {
  const open = skipBlank(text, 0);
  const blank = text.slice(open + 1, skipBlank(text, open + 1));
  return {
    indent: blank.includes('\n') ? blank.slice(blank.lastIndexOf('\n') + 1) : '',
    lineEnd: blank.includes('\r\n') ? '\r\n' : blank.includes('\n') ? '\n' : '',
    asciiOnly: /\\u[0-9a-f]{4}/i.test(text) && !NOT_ASCII.test(text),
  };
}

const NOT_ASCII = /[^\0-\x7f]/;

/** A value as it is written `depth` levels deep; its first line goes where it is put. */
function write(value: unknown, { style, depth }: { readonly style: JsonStyle; readonly depth: number }): string {
  const text = JSON.stringify(value, null, style.indent).replaceAll('\n', lineStart(style, depth));
  return style.asciiOnly ? text.replace(new RegExp(NOT_ASCII, 'g'), escaped) : text;
}

/** The start of a new line `depth` levels deep; nothing in a text on one line. */
const lineStart = ({ lineEnd, indent }: JsonStyle, depth: number) => (lineEnd === '' ? '' : lineEnd + indent.repeat(depth));

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
