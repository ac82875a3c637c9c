/** `npm test [-- file]`: runs vitest. When all tests passed, `npm run check` need not run them again on the same files. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { keepPassed, stateOf } from './lib/passed.mjs';
import { ROOT } from './lib/workspace.mjs';

const words = process.argv.slice(2);
const before = words.length === 0 ? stateOf(ROOT) : undefined;
const { status } = spawnSync(process.execPath, [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', ...words], {
  cwd: ROOT,
  stdio: 'inherit',
});
if (status === 0 && before !== undefined) keepPassed(ROOT, 'tests', { before, after: stateOf(ROOT) });
process.exitCode = status ?? 1;
