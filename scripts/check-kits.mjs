/**
 * Checks that a file which tests share registers no hook of the test runner at its top. The test files of a worker share their
 * modules: such a hook belongs to the first file that imports the kit, and what the others open is never closed.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceFiles } from './check-prose.mjs';
import { conclude, isMain, ROOT } from './lib/workspace.mjs';

/** Files that the test runner loads by themselves, each of them anew. */
const RUN_BY_ITSELF = /\.(?:test|compat|setup)\.ts$/;

/** A statement at the beginning of a line is at the top of the module, because every file is formatted. */
const HOOK = /^(?:vitest\.)?(afterEach|afterAll|beforeEach|beforeAll|onTestFinished)\(/gm;

/** The problems of one file: `file:line`, the hook, and the fix. */
export function kitProblems(file, source) {
  if (RUN_BY_ITSELF.test(file)) return [];
  return [...source.matchAll(HOOK)].map(({ index, 1: hook }) => {
    const line = source.slice(0, index).split('\n').length;
    return `${file}:${line}: ${hook} at the top of a shared file runs for the first test file alone.`;
  });
}

if (isMain(import.meta.url)) {
  const problems = sourceFiles(ROOT).flatMap((file) => kitProblems(file, readFileSync(join(ROOT, file), 'utf8')));
  conclude(problems, {
    good: 'No file that tests share registers a hook at its top.',
    repair: 'Call onTestFinished inside the function that opens something, or atEndOfFile of tests/lib/end-of-file.ts.',
  });
}
