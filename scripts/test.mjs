/** `npm test [-- file]`: the tests of every package and the main paths. With words, Vitest runs the files with these in their names. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SUITES } from './check.mjs';
import { turbo } from './lib/turbo.mjs';
import { packagesOf, ROOT } from './lib/workspace.mjs';

const words = process.argv.slice(2);
process.exitCode = words.length > 0 ? runVitest(words) : turbo(['run', 'build']) || runAll();

function runAll() {
  const code = turbo(['run', 'test', 'test:paths', '--continue', '--concurrency', '3']);
  if (code === 0) console.log(`${passed()} tests passed. npm run check has these suites beside them: ${SUITES.join(', ')}.`);
  return code;
}

/** The number of tests in the reports, which turbo brings back where the tests need not run again. */
function passed() {
  const reports = [...packagesOf(ROOT).map(({ dir }) => dir), ROOT].map((dir) => join(dir, '.turbo/tests.json'));
  return reports
    .filter(existsSync)
    .map((file) => JSON.parse(readFileSync(file, 'utf8')).numPassedTests)
    .reduce((sum, one) => sum + one, 0);
}

function runVitest(args) {
  const program = join(ROOT, 'node_modules/vitest/vitest.mjs');
  return spawnSync(process.execPath, [program, 'run', ...args], { cwd: ROOT, stdio: 'inherit' }).status ?? 1;
}
