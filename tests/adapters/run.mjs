/**
 * Installs the other toolkits, checks types against theirs, and runs their agents with the tools of Loadout's plugins. Installs
 * the official OpenTelemetry SDK too, and compares ours with it.
 *   npm run test:adapters                 all hosts
 *   npm run test:adapters -- langchain    the files with this in their name
 */
import { join } from 'node:path';
import { installOnce, runOrEnd } from '../lib/install-once.mjs';
import { node22 } from '../lib/node-22.mjs';

const here = import.meta.dirname;
const root = join(here, '../..');
const words = process.argv.slice(2);

for (const folder of ['hosts', 'hosts-of-node-22', 'telemetry']) installOnce(join(here, folder));
for (const folder of ['', 'hosts-of-node-22', 'telemetry'])
  runOrEnd(process.execPath, ['node_modules/typescript/bin/tsc', '-p', join(here, folder)], root);
test('hosts', process.execPath);
test('hosts-of-node-22', node22(root));
test('telemetry', process.execPath);

function test(hosts, node) {
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--passWithNoTests',
    '--config',
    join(here, 'vitest.config.ts'),
    ...words,
  ];
  runOrEnd(node, args, root, { ...process.env, LOADOUT_HOSTS: hosts });
}
