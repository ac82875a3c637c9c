/**
 * Checks two habits of tests. A file that tests share registers no hook of the test runner at its top: the test files of a worker
 * share their modules, so such a hook belongs to the first file that imports the kit, and what the others open is never closed. And a
 * test waits for a value with `expect.poll`, whose time is set for all tests: `vi.waitFor` and `vi.waitUntil` give up after a second,
 * which is too early on a busy machine.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceFiles } from './check-prose.mjs';
import { conclude, isMain, ROOT } from './lib/workspace.mjs';

/** Files that the test runner loads by themselves, each of them anew. */
const RUN_BY_ITSELF = /\.(?:test|compat|setup)\.ts$/;

/** A statement at the beginning of a line is at the top of the module, because every file is formatted. */
const HOOK = /^(?:vitest\.)?(afterEach|afterAll|beforeEach|beforeAll|onTestFinished)\(/gm;

const IMPATIENT = /\bvi\.(waitFor|waitUntil)\(/g;

/** The problems of one file: `file:line`, the call, and the reason. */
export function kitProblems(file, source) {
  const at = (index) => `${file}:${source.slice(0, index).split('\n').length}`;
  const hooks = RUN_BY_ITSELF.test(file) ? [] : [...source.matchAll(HOOK)];
  return [
    ...hooks.map(({ index, 1: hook }) => `${at(index)}: ${hook} at the top of a shared file runs for the first test file alone.`),
    ...[...source.matchAll(IMPATIENT)].map(({ index, 1: call }) => `${at(index)}: vi.${call} gives up after a second.`),
  ];
}

if (isMain(import.meta.url)) {
  const problems = sourceFiles(ROOT).flatMap((file) => kitProblems(file, readFileSync(join(ROOT, file), 'utf8')));
  conclude(problems, {
    good: 'No file that tests share registers a hook at its top, and no test waits a second at most.',
    repair:
      'Call onTestFinished inside the function that opens something, or atEndOfFile of tests/lib/end-of-file.ts. Wait with expect.poll.',
  });
}
