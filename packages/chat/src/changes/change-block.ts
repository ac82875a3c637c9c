import { type DiffLine, lineDiff, plural } from '@loadout/command';
import { visibleText } from '@loadout/core/run';
import { breakLine } from '../text/break-line.js';
import type { Block, Line, Span, Style } from '../text/line.js';
import { stacked } from '../text/said.js';
import { wrap } from '../text/wrap.js';
import { wordMarks } from './word-marks.js';

export interface Change {
  readonly before: string;
  readonly after: string;
  readonly path: string;
}

interface NumberedLine extends DiffLine {
  /** The number in the new file, or in the old one for a line that is gone. */
  readonly number: number;
}

const MARKS: Readonly<Record<DiffLine['kind'], string>> = { same: ' ', gone: '-', new: '+' };
const STYLES: Readonly<Record<DiffLine['kind'], readonly Style[]>> = { same: [], gone: ['red'], new: ['green'] };

interface Folding {
  /** The most lines. */
  readonly folded?: number | undefined;
}

/** A change of a file for the person who looks at it or decides about it, below the name of the file. */
export function changeBlock({ path, ...texts }: Change, folding: Folding = {}): Block {
  const { extent, block } = changedLines(texts, folding);
  const title: Line = [
    { text: lineText(path), styles: ['bold'] },
    { text: `  ${extent}`, styles: ['dim'] },
  ];
  return stacked((columns) => wrap(title, columns), block);
}

/** The lines of a change, numbered, with every character visible and the changed words marked; and how many there are. */
export function changedLines(
  { before, after }: Omit<Change, 'path'>,
  { folded = Number.POSITIVE_INFINITY }: Folding = {},
): { readonly extent: string; readonly block: Block } {
  const hunks = numbered(lineDiff(before, after));
  const all = hunks.flat();
  const count = (kind: DiffLine['kind']) => all.filter((line) => line.kind === kind).length;
  const width = `${Math.max(0, ...all.map(({ number }) => number))}`.length;
  const rows = hunks.flatMap((hunk, at) => [...(at === 0 ? [] : [gapRow(width)]), ...hunkRows(hunk, width)]);
  const left = rows.length - folded;
  const remarks: readonly Line[] = [
    ...(rows.length === 0 ? [[{ text: '(nothing would be different)' }]] : []),
    ...(left > 0 ? [[{ text: `… ${plural(left, 'more line')}`, styles: ['dim'] as const }]] : []),
    ...notesOf(all).map((note) => [{ text: `Careful: ${note}.`, styles: ['yellow'] as const }]),
  ];
  const block: Block = (columns) => [
    ...rows.slice(0, folded).flatMap((row) => laidOut(row, columns)),
    ...remarks.flatMap((line) => wrap(line, columns)),
  ];
  return { extent: `+${count('new')} -${count('gone')}`, block };
}

/** Each hunk with the numbers of its lines, in the new file or in the old one. */
function numbered(hunks: ReturnType<typeof lineDiff>): readonly (readonly NumberedLine[])[] {
  let shift = 0;
  return hunks.map(({ at, lines }) => {
    let now = at;
    return lines.map((line) => {
      const number = line.kind === 'gone' ? now + shift : now;
      if (line.kind === 'gone') shift += 1;
      else now += 1;
      if (line.kind === 'new') shift -= 1;
      return { ...line, number };
    });
  });
}

interface Row {
  readonly margin: string;
  readonly spans: readonly Span[];
}

const gapRow = (width: number): Row => ({ margin: '', spans: [{ text: `${' '.repeat(width)} ⋮`, styles: ['dim'] }] });

function hunkRows(lines: readonly NumberedLine[], width: number): readonly Row[] {
  const partner = partners(lines);
  return lines.map((line) => {
    const text = lineText(line.text);
    const other = partner.get(line);
    const parts = other === undefined ? [{ text, isMarked: false }] : wordMarks(text, lineText(other.text));
    const styles = STYLES[line.kind];
    return {
      margin: `${`${line.number}`.padStart(width)} ${MARKS[line.kind]} `,
      spans: parts.map((part) => ({ text: part.text, styles: part.isMarked ? [...styles, 'inverse'] : styles })),
    };
  });
}

/** Lines that are gone and as many new ones in their place are pairs. */
function partners(lines: readonly NumberedLine[]): ReadonlyMap<NumberedLine, NumberedLine> {
  const pairs = new Map<NumberedLine, NumberedLine>();
  let gone: NumberedLine[] = [];
  let added: NumberedLine[] = [];
  const settle = () => {
    for (const [at, one] of gone.entries()) {
      const other = gone.length === added.length ? added[at] : undefined;
      if (other !== undefined) pairs.set(one, other).set(other, one);
    }
    gone = [];
    added = [];
  };
  for (const line of lines) {
    if (line.kind === 'new') added.push(line);
    else {
      if (added.length > 0 || line.kind === 'same') settle();
      if (line.kind === 'gone') gone.push(line);
    }
  }
  settle();
  return pairs;
}

function laidOut({ margin, spans }: Row, columns: number): readonly Line[] {
  const room = columns - margin.length;
  if (margin === '' || room < 2) return breakLine(spans, columns);
  return breakLine(spans, room).map((line, at) => [
    { text: at === 0 ? margin : ' '.repeat(margin.length), styles: ['dim'] },
    ...line,
  ]);
}

/** A tab becomes blanks of a known width. */
const lineText = (text: string) => visibleText(text.replaceAll('\t', '    ')).lines.join('⏎');

function notesOf(lines: readonly NumberedLine[]): readonly string[] {
  const notes = lines.flatMap(({ kind, text }) => (kind === 'new' ? visibleText(text.replaceAll('\t', '    ')).notes : []));
  return [...new Set(notes.map((note) => note.replace(/^\d+ /, '')))];
}
