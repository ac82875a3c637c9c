import { folderOf } from '@loadout/config';
import { type Data, type Flat, flatten, invalid, Report, validate } from '@loadout/config/documents';
import { isEval, readEval } from './eval-of-test.js';
import { fillRow } from './fill-row.js';
import type { LoadedTest, LoadedTests } from './loaded-test.js';
import { type Here, isRecord, loadedTest, type Placed, type Reading, refuseUnknown, specOf } from './read-one-test.js';
import { readTestDocuments } from './read-test-documents.js';
import { type TestSpec, testsDocument } from './test-schema.js';

/**
 * Reads the tests of a configuration file, and of the `*.test.yaml` files beside and below it. Contract: throws CONFIG_INVALID with
 * the problems of all files. Runs nothing, unless the configuration is itself a module.
 */
export async function loadTests(file: string): Promise<LoadedTests> {
  const report = new Report();
  const documents = await readTestDocuments(file, { report });
  const folder = folderOf(file);
  const tests = documents.flatMap((one) => readTests(flatten(one.document), { file: one.file, folder, report }));
  if (report.failed) throw invalid(report, report.errors[0]?.position?.file ?? file);
  return { tests, files: documents.map((one) => one.file) };
}

function readTests(flat: Flat, { file, folder, report }: Reading): readonly LoadedTest[] {
  const { tests } = flat.data as { readonly tests?: Data };
  if (!Array.isArray(tests)) {
    validate(flat, { schema: testsDocument, report, failed: new Set() });
    return [];
  }
  const names = new Set<string>();
  return tests.flatMap((test, index) => readTest(test, { index, flat, file, folder, report, names }));
}

function readTest(test: Data, here: Here): readonly LoadedTest[] {
  const { index, flat, report } = here;
  const rows = isRecord(test) && Array.isArray(test.each) ? test.each.filter(isRecord) : [undefined];
  return rows.flatMap((row, number) => {
    const filled = row === undefined ? { data: test, unknown: [] } : fillRow(test, row);
    refuseUnknown(filled, { report, flat, index, row: `row ${number + 1}`, known: Object.keys(row ?? {}) });
    const there = { ...here, row: rows.length > 1 ? number + 1 : undefined };
    return isEval(filled.data) ? readEval(filled.data, there) : made(specOf(filled.data, here), there);
  });
}

const made = (spec: TestSpec | undefined, here: Placed): readonly LoadedTest[] =>
  spec === undefined ? [] : [loadedTest(spec, here)];
