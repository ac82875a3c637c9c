import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OF_PROGRAMS, stampsOf, testFiles } from './test-files.mjs';
import { tasksNow } from './turbo.mjs';
import { ROOT, readJson } from './workspace.mjs';

/** The tasks of `npm test` that turbo knows: the tests of each package. */
export const TESTS = ['test'];

/** One file for each part that passed, named after its hash, which holds the number of its tests. */
const PASSED = join(ROOT, '.turbo/tests');
const recordOf = ({ hash }) => join(PASSED, hash);
const hasPassed = (part) => existsSync(recordOf(part));

/** The parts that are remembered by themselves: the tests of a package, or a file of `tests/`. `include` is for Vitest. */
const partsOf = (suite) => [
  ...(suite === 'paths' ? tasksNow(TESTS) : []).map(({ directory, hash }) => ({
    name: directory,
    hash,
    include: `${directory}/{src,fuzz}/**/*.test.ts`,
  })),
  ...testFiles()
    .filter((one) => one.suite === suite)
    .map(({ file, hash }) => ({ name: file, hash, include: file })),
];

/** The suites of which a test has not passed on the files as they are now. */
export const openSuites = () => new Set(testFiles().flatMap((one) => (hasPassed(one) ? [] : [one.suite])));

/**
 * Runs the tests of `npm test`, or those of a suite of long tests, but for those that passed on the same files (`again`: these
 * too). All that are to run share one run of Vitest, whose start costs more than the tests of most packages (0170, 0177).
 * Returns the exit code, how many tests passed, now or before, and those that failed.
 */
export function runTests({ again = false, suite = 'paths' } = {}) {
  const parts = partsOf(suite);
  const open = parts.filter((part) => again || !hasPassed(part));
  console.log(`${open.length} of ${parts.length} packages and files of tests are to run; the others have passed as they are.`);
  const before = stampsOf();
  const { files, isWhole } = open.length === 0 ? { files: [], isWhole: true } : runVitest(suite, open);
  const belongs = ({ name }) => (isWhole ? files.filter(({ file }) => file === name || file.startsWith(`${name}/`)) : []);
  for (const part of open) keep(part, belongs(part));
  const changed = open.length === 0 ? [] : changedSince(open, { suite, before });
  for (const part of changed) rmSync(recordOf(part), { force: true });
  return {
    code: parts.every(hasPassed) ? 0 : 1,
    passed: parts.filter(hasPassed).reduce((sum, part) => sum + Number(readFileSync(recordOf(part), 'utf8')), 0),
    failed: files.flatMap(({ failed }) => failed),
  };
}

/** Runs the program of a suite, which is remembered if it passed as a whole. With words, it runs a part. Returns the exit code. */
export function runProgram(suite, words) {
  const parts = partsOf(suite);
  const before = stampsOf();
  const { status } = spawnSync(process.execPath, [...OF_PROGRAMS[suite].program, ...words], { cwd: ROOT, stdio: 'inherit' });
  const isSame = changedSince(parts, { suite, before }).length === 0;
  if (words.length === 0) for (const part of parts) keep(part, isSame ? [{ isGood: status === 0, passed: 1 }] : []);
  return status ?? 1;
}

/** Prints failed tests, each with the first line of its error. */
export function printFailures(failed) {
  for (const { test, error } of failed) console.log(`failed: ${test}\n  ${error.split('\n', 1)[0]}`);
}

/** The parts whose files are others now, which it tells: the tests may have read either. */
function changedSince(parts, { suite, before }) {
  const now = new Set(partsOf(suite).map(({ hash }) => hash));
  const changed = parts.filter(({ hash }) => !now.has(hash));
  const names = changed.map(({ name }) => name).join(', ');
  if (changed.length > 0)
    console.log(`Files changed while tests ran, so run these again: ${names}.\n${changesBetween(before, stampsOf())}`);
  return changed;
}

/** Names up to three files that came, went or changed. */
function changesBetween(before, now) {
  const files = [
    ...[...now.keys()].filter((file) => !before.has(file)).map((file) => `${file} is new`),
    ...[...before.keys()].filter((file) => !now.has(file)).map((file) => `${file} is gone`),
    ...[...now].flatMap(([file, stamp]) => ((before.get(file) ?? stamp) === stamp ? [] : [`${file} changed`])),
  ];
  const more = files.length > 3 ? `, and ${files.length - 3} more` : '';
  return files.length === 0 ? 'They are as before by now.' : `${files.slice(0, 3).join(', ')}${more}.`;
}

function keep(part, files) {
  mkdirSync(PASSED, { recursive: true });
  if (files.length === 0 || files.some(({ isGood }) => !isGood)) rmSync(recordOf(part), { force: true });
  else writeFileSync(recordOf(part), String(files.reduce((sum, { passed }) => sum + passed, 0)));
}

function runVitest(suite, parts) {
  const place = mkdtempSync(join(tmpdir(), 'loadout-report-'));
  const report = join(place, 'report.json');
  const program = fileURLToPath(new URL('vitest-once.mjs', import.meta.url));
  const config = suite === 'paths' ? 'vitest.config.ts' : 'vitest.long.config.ts';
  try {
    spawnSync(process.execPath, [program, report, config, ...parts.map(({ include }) => include)], {
      cwd: ROOT,
      stdio: 'inherit',
    });
    return existsSync(report) ? readJson(report) : { files: [], isWhole: false };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
