import { nearest } from '@loadout/core';
import { pathMatches } from '@loadout/core/run';
import { callsNotRun } from './expected-call.js';
import { textProblem } from './match-text.js';
import type { RecordedCall, RecordedFile, RecordedRun } from './recorded-run.js';
import type { FileState, RunExpectations, RunFailure, TextBounds } from './run-expectations.js';

type Files = NonNullable<RecordedRun['files']>;

const NOT_COMPARED = 'The files of the workspace were not compared, so this cannot be checked';

/** Compares the files of the workspace with the expected ones. */
export function checkFiles(run: RecordedRun, expected: NonNullable<RunExpectations['files']>): readonly RunFailure[] {
  const { files, calls } = run;
  if (files === undefined) return [{ path: ['files'], message: NOT_COMPARED }];
  const failures = Object.entries(expected).flatMap(([path, wanted]) => checkFile(path, wanted, files));
  return withCause(failures, calls);
}

/** The first failure names the calls that did not run: a file that is not changed often is one that was not permitted to change. */
function withCause(failures: readonly RunFailure[], calls: readonly RecordedCall[]): readonly RunFailure[] {
  return failures.map((failure, index) =>
    index > 0 ? failure : { ...failure, detail: [...(failure.detail ?? []), ...callsNotRun(calls)] },
  );
}

function checkFile(path: string, wanted: FileState | TextBounds, files: Files): readonly RunFailure[] {
  const file = files[path.replace(/^\.\//, '')];
  if (typeof wanted !== 'string') return checkContent(path, { wanted, file, files });
  const actual = stateOf(file);
  if (isState(file, wanted)) return [];
  const detail = file === undefined ? nearestFile(path, files) : [];
  return [{ path: ['files', path], message: `${path} is ${actual}, expected ${wanted}`, expected: wanted, actual, detail }];
}

const stateOf = (file: RecordedFile | undefined): string => file?.state ?? 'absent';

function isState(file: RecordedFile | undefined, wanted: FileState): boolean {
  const isThere = file !== undefined && file.state !== 'deleted';
  if (wanted === 'exists') return isThere;
  return wanted === 'absent' ? !isThere : file?.state === wanted;
}

function nearestFile(path: string, files: Files): readonly string[] {
  const all = Object.keys(files).filter((one) => files[one]?.state !== 'deleted');
  if (all.length === 0) return ['The workspace has no files.'];
  const near = all.find((one) => one.endsWith(`/${path}`)) ?? nearest(path, all);
  if (near !== undefined) return [`Did you mean ${near}?`];
  return [`Files: ${all.slice(0, 12).join(', ')}${all.length > 12 ? ` and ${all.length - 12} more` : ''}`];
}

function checkContent(
  path: string,
  { wanted, file, files }: { readonly wanted: TextBounds; readonly file: RecordedFile | undefined; readonly files: Files },
): readonly RunFailure[] {
  if (file?.text === undefined) {
    const seen = file === undefined ? 'absent' : (file.noText ?? file.state);
    const detail = file === undefined ? nearestFile(path, files) : [];
    return [{ path: ['files', path], message: `${path} is ${seen}, expected a text`, expected: 'a text', actual: seen, detail }];
  }
  const problem = textProblem(file.text, wanted);
  if (problem === undefined) return [];
  const message = `${path} (${file.state}) is ${problem.seen}, expected ${problem.wanted}`;
  const { seen: actual, wanted: bound, detail } = problem;
  return [{ path: ['files', path, ...problem.path], message, expected: bound, actual, detail }];
}

/** The workspace as patterns see it. */
const BASE = { workspace: '/workspace', home: '/home' };
const isPattern = (pattern: string) => /[*?[\]]/.test(pattern) || pattern.endsWith('/');
const fits = (pattern: string, file: string) =>
  isPattern(pattern) ? pathMatches(pattern, `${BASE.workspace}/${file}`, BASE) : pattern.replace(/^(?:\.\/|\/)/, '') === file;

/**
 * Compares the set of changed files with the expected one. A path must have changed; a pattern allows changes, as patterns of
 * rules do. Every other file stays unchanged.
 */
export function checkChanged(run: RecordedRun, expected: readonly string[]): readonly RunFailure[] {
  const { files } = run;
  if (files === undefined) return [{ path: ['changed'], message: NOT_COMPARED }];
  const changed = Object.keys(files).filter((path) => files[path]?.state !== 'unchanged');
  const surplus = changed.filter((path) => !expected.some((pattern) => fits(pattern, path)));
  const texts = {
    expected: expected.length === 0 ? 'no changes' : expected.join(', '),
    actual: changed.length === 0 ? 'no changes' : changed.map((path) => `${path} (${stateOf(files[path])})`).join(', '),
  };
  const missing = expected.flatMap((pattern, index): readonly RunFailure[] => {
    if (isPattern(pattern) || changed.some((path) => fits(pattern, path))) return [];
    return [{ path: ['changed', index], message: `${pattern} is ${stateOf(files[pattern])}, expected a change`, ...texts }];
  });
  if (surplus.length === 0) return withCause(missing, run.calls);
  const named = surplus.slice(0, 5).map((path) => `${path} was ${stateOf(files[path])}`);
  const more = surplus.length > 5 ? `, and ${surplus.length - 5} more` : '';
  const message = `${named.join(', ')}${more}, expected ${expected.length === 0 ? 'no changes' : `changes of ${texts.expected} alone`}`;
  return [{ path: ['changed'], message, ...texts }, ...missing];
}
