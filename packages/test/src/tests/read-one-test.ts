import { readFileSync } from 'node:fs';
import { type Data, type Flat, frame, type Path, type Place, placeOf, Report, validate } from '@loadout/config/documents';
import type { Position } from '@loadout/core';
import { checkTest, refusal } from './check-test.js';
import type { FilledRow } from './fill-row.js';
import type { LoadedTest } from './loaded-test.js';
import { type TestSpec, testsDocument } from './test-schema.js';

export interface Reading {
  readonly file: string;
  /** The folder of the configuration. */
  readonly folder: string;
  readonly report: Report;
}

export interface Here extends Reading {
  readonly index: number;
  readonly flat: Flat;
  /** The names so far, so that each test can be named alone. */
  readonly names: Set<string>;
}

interface Filling extends Pick<Here, 'report' | 'flat' | 'index'> {
  readonly row: string;
  readonly known: readonly string[];
}

/** Reports the names that a row does not have. */
export function refuseUnknown({ unknown }: FilledRow, { report, flat, index, row, known }: Filling): void {
  for (const { name, path } of unknown) {
    const problem = { problem: `uses "${name}", which ${row} does not have`, fix: `Use one of ${known.join(', ')}, or add it.` };
    const full: Path = ['tests', index, ...path];
    report.error(refusal(full, problem), { path: full, place: placeOf(flat, full) });
  }
}

export const isRecord = (value: Data): value is { readonly [key: string]: Data } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Checks one filled test at its own place among the tests. */
export function specOf(data: Data, { index, flat, report }: Here): TestSpec | undefined {
  const tests = testsWith(data, index);
  if (wrongIn(tests, { flat, report }) !== undefined) return undefined;
  const spec = testsDocument.parse({ tests }).tests[index];
  if (spec === undefined) return undefined;
  checkTest(spec, (path, problem) => {
    const full: Path = ['tests', index, ...path];
    report.error(refusal(full, problem), { path: full, place: placeOf(flat, full, path.length === 0 ? 'value' : 'key') });
  });
  return spec;
}

/** The paths in a filled test of values that have the wrong form. */
export const wrongPaths = (data: Data, { index, flat }: Here): readonly Path[] =>
  (wrongIn(testsWith(data, index), { flat, report: new Report() }) ?? []).map((path) => path.slice(2));

const testsWith = (data: Data, index: number): readonly Data[] =>
  Array.from({ length: index + 1 }, (_, at) => (at === index ? data : PLAIN));

const wrongIn = (tests: readonly Data[], { flat, report }: Pick<Here, 'flat' | 'report'>): readonly Path[] | undefined =>
  validate({ ...flat, data: { ...(flat.data as object), tests } as Data }, { schema: testsDocument, report, failed: new Set() });

/** Fills the places before the test that is checked. */
const PLAIN: Data = { name: 'x' };

/** A test with the number of its row, if it has several. */
export interface Placed extends Here {
  readonly row: number | undefined;
}

export function loadedTest(spec: TestSpec, { row, index, flat, file, names }: Placed): LoadedTest {
  const at = (path: Path): Position => positionOf(placeOf(flat, ['tests', index, ...path]), file);
  const name = uniqueName(row !== undefined && names.has(spec.name) ? `${spec.name} (row ${row})` : spec.name, names);
  return { name, file, spec, position: at(['name']), at, frame: (position) => frameOf(flat, position) };
}

function uniqueName(wanted: string, names: Set<string>): string {
  let name = wanted;
  for (let number = 2; names.has(name); number++) name = `${wanted} (${number})`;
  names.add(name);
  return name;
}

const positionOf = (place: Place | undefined, file: string): Position =>
  place === undefined ? { file, line: 1, column: 1 } : { file: place.file, line: place.line, column: place.column };

function frameOf(flat: Flat, { file, line, column }: Position): string | undefined {
  const places = [...flat.places.values()].flatMap(({ value, key }) => (key === undefined ? [value] : [value, key]));
  const place = places.find((one) => one.line === line && one.column === column);
  try {
    return frame(readFileSync(file, 'utf8').split(/\r\n|\n|\r/), { line, column, length: place?.length ?? 1 });
  } catch {
    // The file changed or vanished since it was read.
    return undefined;
  }
}
