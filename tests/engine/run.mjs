/**
 * Tests the engines with real workers, which are killed.
 *   npm run test:engine                 all tests
 *   npm run test:engine -- restate      the files with this in their name
 *   npm run test:engine -- restate -t 'kill -9'  the tests among them with this in their name
 *   npm run test:engine -- scale --runs 10000  more runs than the 1,000 of every day
 *   npm run test:engine -- --pages      the tests with a Chromium
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runOrEnd } from '../lib/install-once.mjs';
import './install.mjs';

const here = import.meta.dirname;
const root = join(here, '../..');

const { values, positionals } = parseArgs({
  options: { runs: { type: 'string' }, pages: { type: 'boolean' }, t: { type: 'string', short: 't' } },
  allowPositionals: true,
});
if (values.runs !== undefined) process.env.LOADOUT_TEST_RUNS = values.runs;
runOrEnd(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--config',
    join(here, values.pages ? 'vitest.pages.config.ts' : 'vitest.config.ts'),
    ...(values.t === undefined ? [] : ['-t', values.t]),
    ...positionals,
  ],
  root,
);
