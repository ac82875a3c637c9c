/**
 * Tests the built page of the viewer in a Chromium.
 *   npm run test:viewer                    all tests
 *   npm run test:viewer -- live            the files whose path has this word
 *   npm run test:viewer -- --pictures      writes docs/guide/pictures too
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const words = process.argv.slice(2);
const files = words.filter((word) => word !== '--pictures');
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.chromium.config.ts', '--dir', 'tests/viewer', ...files],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, LOADOUT_PICTURES: words.includes('--pictures') ? '1' : '' },
  },
);
process.exitCode = status ?? 1;
