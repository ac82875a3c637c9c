/**
 * Builds the site, and tests it in a Chromium.
 *   npm run test:site              all tests
 *   npm run test:site -- search    the files whose path has this word
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const steps = [
  ['site/run.mjs'],
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    'vitest.chromium.config.ts',
    '--dir',
    'tests/site',
    ...process.argv.slice(2),
  ],
];
for (const step of steps) {
  const { status } = spawnSync(process.execPath, step, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
