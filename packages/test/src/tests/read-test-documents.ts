import { folderOf } from '@loadout/config';
import { invalid, isModule, type MapNode, type Place, Report, readDocument } from '@loadout/config/documents';
import { findTestFiles } from './find-test-files.js';

export interface TestDocument {
  readonly file: string;
  readonly document: MapNode;
}

export interface TestReading {
  readonly report?: Report | undefined;
  /** If `false`, a configuration that is code does not run: trust in it covers its whole text. Default `true`. */
  readonly runModules?: boolean | undefined;
}

/** Reads the files with tests: the configuration first. Throws CONFIG_INVALID for files that cannot be read. */
export async function readTestDocuments(
  file: string,
  { report = new Report(), runModules = true }: TestReading = {},
): Promise<readonly TestDocument[]> {
  const documents: TestDocument[] = [];
  for (const source of [...(isModule(file) && !runModules ? [] : [file]), ...findTestFiles(folderOf(file))]) {
    const place: Place = { file: source, line: 1, column: 1, length: 1, layer: 'project' };
    const read = await readDocument(source, { report, place });
    const document = read === undefined ? undefined : testsOf(read, { isConfig: source === file });
    if (document !== undefined) documents.push({ file: source, document });
  }
  if (report.failed) throw invalid(report, report.errors[0]?.position?.file ?? file);
  return documents;
}

/** Keeps the tests of a configuration. A file of tests has no other keys, but for `x-…`. */
function testsOf(document: MapNode, { isConfig }: { readonly isConfig: boolean }): MapNode | undefined {
  if (isConfig && !document.entries.has('tests')) return undefined;
  const kept = [...document.entries].filter(([key]) => (isConfig ? key === 'tests' : !key.startsWith('x-')));
  return { ...document, entries: new Map(kept) };
}
