/** `npm test [-- --again | file]`: the tests of every package and the main paths. With words, Vitest runs the files with these in their names. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { SUITES } from './check.mjs';
import { printFailures, runTests } from './lib/run-tests.mjs';
import { turbo } from './lib/turbo.mjs';
import { ROOT } from './lib/workspace.mjs';

const words = process.argv.slice(2);
const again = words[0] === '--again';
process.exitCode = words.length > 0 && !again ? runVitest(words) : turbo(['run', 'build']) || runAll();

function runAll() {
  const { code, passed, failed } = runTests({ again });
  printFailures(failed);
  if (code === 0) console.log(`${passed} tests passed. npm run check has these suites beside them: ${SUITES.join(', ')}.`);
  return code;
}

function runVitest(args) {
  const program = join(ROOT, 'node_modules/vitest/vitest.mjs');
  return spawnSync(process.execPath, [program, 'run', ...args], { cwd: ROOT, stdio: 'inherit' }).status ?? 1;
}
