/**
 * Installs the other toolkits, checks types against theirs, and runs their agents with the tools of Loadout's plugins. Installs
 * the official OpenTelemetry SDK too, and compares ours with it.
 *   npm run test:adapters                 all hosts
 *   npm run test:adapters -- langchain    the files with this in their name
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { node22 } from '../lib/node-22.mjs';

const here = import.meta.dirname;
const root = join(here, '../..');
const words = process.argv.slice(2);

install('hosts');
install('hosts-of-node-22');
install('telemetry');
run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', here]);
run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', join(here, 'hosts-of-node-22')]);
run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', join(here, 'telemetry')]);
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
  run(node, args, { LOADOUT_HOSTS: hosts });
}

function install(folder) {
  const { dependencies } = readJson(join(here, folder, 'package.json'));
  const modules = join(here, folder, 'node_modules');
  if (Object.entries(dependencies).every(([name, version]) => versionIn(modules, name) === version)) return;
  run('npm', ['ci', '--ignore-scripts', '--loglevel=error'], {}, join(here, folder));
}

function versionIn(modules, name) {
  const file = join(modules, name, 'package.json');
  return existsSync(file) ? readJson(file).version : undefined;
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function run(command, args, env = {}, cwd = root) {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit', env: { ...process.env, ...env } });
  if (status !== 0) process.exit(status ?? 1);
}
