import { readFileSync } from 'node:fs';
import type { Position } from '@loadout/core';
import { type Flat, flatten, placeOf } from '../document/flatten.js';
import { frame } from '../document/frame.js';
import type { Data, Path, Place } from '../document/node.js';
import { Report } from '../document/report.js';
import { invalid } from '../load/invalid.js';
import { type TestSpec, testsDocument } from '../schema/tests.js';
import { validate } from '../validate/validate.js';
import { checkTest, refusal } from './check-test.js';
import { fillRow } from './fill-row.js';
import type { LoadedTest, LoadedTests } from './loaded-test.js';
import { readTestDocuments } from './read-test-documents.js';

/**
 * Reads the tests of a configuration file, and of the `*.test.yaml` files beside and below it. Contract: throws CONFIG_INVALID with
 * the problems of all files. Runs nothing, unless the configuration is itself a module.
 */
export async function loadTests(file: string): Promise<LoadedTests> {
  const report = new Report();
  const documents = await readTestDocuments(file, { report });
  const tests = documents.flatMap((one) => readTests(flatten(one.document), { file: one.file, report }));
  if (report.failed) throw invalid(report, report.errors[0]?.position?.file ?? file);
  return { tests, files: documents.map((one) => one.file) };
}

interface Reading {
  readonly file: string;
  readonly report: Report;
}

function readTests(flat: Flat, { file, report }: Reading): readonly LoadedTest[] {
  const { tests } = flat.data as { readonly tests?: Data };
  if (!Array.isArray(tests)) {
    validate(flat, { schema: testsDocument, report, failed: new Set() });
    return [];
  }
  const names = new Set<string>();
  return tests.flatMap((test, index) => readTest(test, { index, flat, file, report, names }));
}

interface Here extends Reading {
  readonly index: number;
  readonly flat: Flat;
  /** The names so far, so that each test can be named alone. */
  readonly names: Set<string>;
}

function readTest(test: Data, here: Here): readonly LoadedTest[] {
  const { index, flat, report } = here;
  const rows = isRecord(test) && Array.isArray(test.each) ? test.each.filter(isRecord) : [undefined];
  return rows.flatMap((row, number) => {
    const { data, unknown } = row === undefined ? { data: test, unknown: [] } : fillRow(test, row);
    for (const { name, path } of unknown) {
      const known = Object.keys(row ?? {}).join(', ');
      const problem = {
        problem: `uses "${name}", which row ${number + 1} does not have`,
        fix: `Use one of ${known}, or add it to the row.`,
      };
      report.error(refusal(['tests', index, ...path], problem), {
        path: ['tests', index, ...path],
        place: placeOf(flat, ['tests', index, ...path]),
      });
    }
    const spec = specOf(data, here);
    return spec === undefined ? [] : [loadedTest(spec, { ...here, row: rows.length > 1 ? number + 1 : undefined })];
  });
}

const isRecord = (value: Data): value is { readonly [key: string]: Data } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Checks one filled test at its own place among the tests. */
function specOf(data: Data, { index, flat, report }: Here): TestSpec | undefined {
  const tests = Array.from({ length: index + 1 }, (_, at) => (at === index ? data : PLAIN));
  const wrong = validate(
    { ...flat, data: { ...(flat.data as object), tests } },
    { schema: testsDocument, report, failed: new Set() },
  );
  if (wrong !== undefined) return undefined;
  const spec = testsDocument.parse({ tests }).tests[index];
  if (spec === undefined) return undefined;
  checkTest(spec, (path, problem) => {
    const full: Path = ['tests', index, ...path];
    report.error(refusal(full, problem), { path: full, place: placeOf(flat, full, path.length === 0 ? 'value' : 'key') });
  });
  return spec;
}

/** Fills the places before the test that is checked. */
const PLAIN: Data = { name: 'x' };

function loadedTest(spec: TestSpec, { row, index, flat, file, names }: Here & { readonly row: number | undefined }): LoadedTest {
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
