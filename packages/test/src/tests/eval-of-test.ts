import { type Data, dotted, type Path, Report } from '@loadout/config/documents';
import { isLoadoutError } from '@loadout/core';
import { type CaseRow, type CaseSource, firstCase } from '../cases/cases-of.js';
import { errors } from '../errors.js';
import { ownPath } from '../own-path.js';
import { refusal } from './check-test.js';
import { fillRow } from './fill-row.js';
import type { EvalPart, LoadedTest } from './loaded-test.js';
import { type Here, isRecord, loadedTest, type Placed, refuseUnknown, specOf, wrongPaths } from './read-one-test.js';
import type { TestSpec } from './test-schema.js';

type Written = { readonly [key: string]: Data };

/** Whether a test is measured, and not passed or failed. */
export const isEval = (data: Data): data is Written =>
  isRecord(data) && ['cases', 'variants', 'score'].some((key) => data[key] !== undefined);

/** The keys of a variant that take the place of those of the test. */
const OF_A_TEST = ['agent', 'profile', 'params', 'prompt'] as const;

/** Reads an eval, and checks it as it is with its first case. Reports what is wrong. */
export function readEval(written: Written, here: Placed): readonly LoadedTest[] {
  if (Array.isArray(written.cases) && !written.cases.every(isRecord)) {
    specOf(written, here);
    return [];
  }
  const source = sourceOf(written, here);
  const row = firstOf(source, here);
  if (source === undefined || row === undefined) return [];
  const names = namesOf(written);
  let spec: TestSpec | undefined;
  for (const variant of names.length === 0 ? [undefined] : names) {
    const found = specOfCase(written, { row, variant }, here);
    // A problem of all variants is told once, and not for each variant.
    if (found === undefined || here.report.failed) return [];
    spec ??= found;
  }
  if (spec === undefined) return [];
  const test = loadedTest(spec, here);
  return [{ ...test, ofEval: partOf(written, { test, source, here }) }];
}

interface Parts {
  readonly test: LoadedTest;
  readonly source: CaseSource;
  readonly here: Here;
}

function partOf(written: Written, parts: Parts): EvalPart {
  const { test, source, here } = parts;
  return {
    written,
    source,
    variants: namesOf(written),
    withVariants: (variants) => partOf({ ...written, variants: variants as Written }, parts),
    forCase(one, variant) {
      const report = new Report();
      const found = specOfCase(written, { ...one, variant }, { ...here, report });
      if (found !== undefined && !report.failed) return { ...test, spec: found };
      const [problem] = report.errors;
      throw errors.EVAL_CASE({ id: one.id, problem: problem?.message ?? 'it has no test' }, { position: problem?.position });
    },
  };
}

const namesOf = ({ variants = null }: Written): readonly string[] => (isRecord(variants) ? Object.keys(variants) : []);

interface Wanted {
  readonly row: CaseRow;
  /** Absent: the first case, which stands for the others. */
  readonly id?: string;
  readonly variant: string | undefined;
}

/** A value keeps its type where that fits, and is a text where only a text does. */
function specOfCase(written: Written, { row, id, variant }: Wanted, here: Here): TestSpec | undefined {
  const { cases, ...test } = withVariant(written, variant);
  const filled = fillRow(test, row, 'case');
  const known = Object.keys(row);
  refuseUnknown(filled, { ...here, row: id === undefined ? 'the first case' : `the case ${JSON.stringify(id)}`, known });
  // A further problem would follow from the missing value.
  if (filled.unknown.length > 0) return undefined;
  const whole = (data: Data): Data => ({
    ...(data as Written),
    ...(cases === undefined ? {} : { cases: isRecord(cases) ? cases : 'x' }),
  });
  const data = whole(filled.data);
  return specOf(wrongPaths(data, here).reduce<Data>(withText, data), here);
}

/** The value at a path as a text, if it is a number, or yes or no. */
function withText(data: Data, [key, ...below]: Path): Data {
  if (key === undefined) return typeof data === 'number' || typeof data === 'boolean' ? String(data) : data;
  if (Array.isArray(data)) return data.map((item, index) => (index === key ? withText(item, below) : item));
  if (!isRecord(data) || !Object.hasOwn(data, key)) return data;
  return { ...data, [key]: withText(data[key] ?? null, below) };
}

/** The test with what the variant says instead. A model with answers replaces that of the test; the name of one is chosen at the run. */
function withVariant(written: Written, variant: string | undefined): Written {
  const all = written.variants ?? null;
  const own = variant === undefined || !isRecord(all) ? null : (all[variant] ?? null);
  if (!isRecord(own)) return written;
  const chosen = OF_A_TEST.flatMap((key) => (own[key] === undefined ? [] : [[key, own[key]] as const]));
  const model = own.model === undefined ? {} : isRecord(own.model) ? { model: own.model, live: undefined } : { model: undefined };
  return withoutAbsent({ ...written, ...Object.fromEntries(chosen), ...model });
}

const withoutAbsent = (data: { readonly [key: string]: Data | undefined }): Written =>
  Object.fromEntries(Object.entries(data).flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])));

/** Where the cases are. Something that is no form of `cases` is reported by the schema. */
function sourceOf({ cases }: Written, here: Here): CaseSource | undefined {
  if (Array.isArray(cases)) return { rows: cases.filter(isRecord) };
  const said = typeof cases === 'string' ? { file: cases } : isRecord(cases ?? null) ? (cases as Written) : {};
  if (typeof said.file !== 'string') return {};
  const path = typeof cases === 'string' ? ['cases'] : ['cases', 'file'];
  const { id, sample, seed } = said as Pick<CaseSource, 'id' | 'sample' | 'seed'>;
  try {
    const at = (place: readonly (string | number)[]) => loadedPosition(place, here);
    return { file: ownPath({ file: here.file, at }, path, { path: said.file, folder: here.folder }), id, sample, seed };
  } catch (error) {
    refuseCases(error, here, path);
    return undefined;
  }
}

const loadedPosition = (path: readonly (string | number)[], { flat, index, file }: Here) => {
  const place = flat.places.get(dotted(['tests', index, ...path]))?.value;
  return place === undefined ? { file, line: 1, column: 1 } : { file: place.file, line: place.line, column: place.column };
};

function firstOf(source: CaseSource | undefined, here: Here): CaseRow | undefined {
  if (source === undefined) return undefined;
  try {
    const first = firstCase(source);
    if (first === undefined)
      refuseCases(errors.CASES_INVALID({ file: source.file ?? 'cases', line: 1, problem: 'there is none' }), here);
    return first;
  } catch (error) {
    refuseCases(error, here);
    return undefined;
  }
}

function refuseCases(error: unknown, { report, flat, index }: Here, path: readonly (string | number)[] = ['cases']): void {
  if (!isLoadoutError(error)) throw error;
  const full = ['tests', index, ...path];
  const { message, fix = '' } = error;
  report.error(refusal(full, { problem: `cannot be read: ${message.replace(/\.$/, '')}`, fix }), {
    path: full,
    place: flat.places.get(dotted(full))?.value,
  });
}
