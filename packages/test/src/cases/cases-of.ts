import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import type { Data } from '@loadout/config/documents';
import { canonical } from '@loadout/config/documents';
import { isObject, messageOf } from '@loadout/core';
import { errors } from '../errors.js';
import { inSlices } from '../in-slices.js';
import { readCsv } from './read-csv.js';
import { LONGEST_LINE, readLines } from './read-lines.js';

export type CaseRow = Readonly<Record<string, Data>>;

/** One case of an eval. */
export interface Case {
  /** Names the case in each run of the eval, also when other cases come or go. */
  readonly id: string;
  readonly row: CaseRow;
}

/** Where cases come from, with the file found. */
export interface CaseSource {
  readonly rows?: readonly CaseRow[] | undefined;
  readonly file?: string | undefined;
  /** The field with the id. */
  readonly id?: string | undefined;
  /** So many cases are chosen. Absent: all. */
  readonly sample?: number | undefined;
  readonly seed?: number | undefined;
}

interface FoundRow {
  readonly row: CaseRow;
  readonly line: number;
}

/** Yields the cases in their order, of which one is in memory. Throws CASES_INVALID, CASES_TWICE. */
export function* casesOf(source: CaseSource): Generator<Case> {
  const chosen = source.sample === undefined ? undefined : chosenIds(source, source.sample);
  for (const { row, line } of rowsOf(source)) {
    const id = idOf(row, { source, line });
    if (chosen === undefined || chosen.has(id)) yield { id, row };
  }
}

export interface CountParts {
  /** Sees each case that is chosen. */
  readonly check: (one: Case) => void;
  readonly signal: AbortSignal;
}

/** Counts the cases, after each of them was read and has an id of its own. Ends early when the signal aborts. */
export async function countCases(source: CaseSource, { check, signal }: CountParts): Promise<number> {
  const lines = new Map<string, number>();
  for await (const { row, line } of inSlices(rowsOf(source), signal)) {
    const id = idOf(row, { source, line });
    const first = lines.get(id);
    if (first !== undefined) throw errors.CASES_TWICE({ file: source.file ?? 'cases', id, line, first });
    lines.set(id, line);
  }
  let count = 0;
  for await (const one of inSlices(casesOf(source), signal)) {
    check(one);
    count += 1;
  }
  return count;
}

/** The first case, which stands for the others where a test is read. */
export function firstCase(source: CaseSource): CaseRow | undefined {
  for (const { row } of rowsOf(source)) return row;
  return undefined;
}

function* rowsOf({ rows, file }: CaseSource): Generator<FoundRow> {
  if (file === undefined) {
    for (const [index, row] of (rows ?? [{}]).entries()) yield { row, line: index + 1 };
    return;
  }
  const wrong = (line: number, problem: string) => errors.CASES_INVALID({ file, line, problem });
  const lines = readLines(file, (number) => wrong(number, `the line is longer than ${LONGEST_LINE} characters`));
  try {
    yield* extname(file).toLowerCase() === '.csv' ? csvRows(readCsv(lines, wrong), wrong) : jsonRows(lines, wrong);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code !== undefined && /^E[A-Z]+$/.test(code) ? wrong(1, `it cannot be read: ${code}`) : error;
  }
}

type Wrong = (line: number, problem: string) => Error;

function* jsonRows(lines: Iterable<{ readonly text: string; readonly number: number }>, wrong: Wrong): Generator<FoundRow> {
  for (const { text, number } of lines) {
    if (text.trim() === '') continue;
    yield { row: jsonRow(text, (problem) => wrong(number, problem)), line: number };
  }
}

function jsonRow(text: string, wrong: (problem: string) => Error): CaseRow {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw wrong(`it is not JSON: ${messageOf(error)}`);
  }
  if (isObject(value)) return value as CaseRow;
  throw wrong('it is not a map of names to values');
}

function* csvRows(
  rows: Iterable<{ readonly fields: readonly string[]; readonly number: number }>,
  wrong: Wrong,
): Generator<FoundRow> {
  let names: readonly string[] | undefined;
  for (const { fields, number } of rows) {
    if (names === undefined) {
      const twice = fields.find((name, index) => fields.indexOf(name) < index);
      if (twice !== undefined) throw wrong(number, `two columns have the name ${JSON.stringify(twice)}`);
      names = fields;
      continue;
    }
    if (fields.length !== names.length)
      throw wrong(number, `it has ${fields.length} fields, and the first line has ${names.length}`);
    yield { row: Object.fromEntries(names.map((name, index) => [name, fields[index] ?? ''])), line: number };
  }
}

/** The id that the case has, or one of its content. */
function idOf(row: CaseRow, { source, line }: { readonly source: CaseSource; readonly line: number }): string {
  const { id: field = 'id', file = 'cases' } = source;
  const own = Object.hasOwn(row, field) ? row[field] : undefined;
  if ((typeof own === 'string' && own.trim() !== '') || typeof own === 'number') return String(own);
  if (own !== undefined || source.id !== undefined) {
    const problem = `its ${field} is ${JSON.stringify(own) ?? 'missing'}, expected a text or a number`;
    throw errors.CASES_INVALID({ file, line, problem });
  }
  if (source.rows === undefined && file === 'cases') return 'only';
  return createHash('sha256').update(canonical(row)).digest('hex').slice(0, 12);
}

/** Chooses by the ids alone, so that a case stays chosen when others come or go before it. */
function chosenIds(source: CaseSource, sample: number): ReadonlySet<string> {
  const ranked: { readonly id: string; readonly rank: string }[] = [];
  for (const { row, line } of rowsOf(source)) {
    const id = idOf(row, { source, line });
    ranked.push({
      id,
      rank: createHash('sha256')
        .update(`${source.seed ?? 1}\0${id}`)
        .digest('hex'),
    });
  }
  ranked.sort((one, other) => (one.rank < other.rank ? -1 : 1));
  return new Set(ranked.slice(0, sample).map(({ id }) => id));
}
