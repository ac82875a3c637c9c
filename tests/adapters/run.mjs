/**
 * Installs the other toolkits, checks types against theirs, and runs their agents with the tools of Loadout's plugins. Installs
 * the official OpenTelemetry SDK too, and compares ours with it.
 *   npm run test:adapters                 all hosts
 *   npm run test:adapters -- langchain    the files with this in their name
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const here = import.meta.dirname;
const root = join(here, '../..');
const NODE = '22.23.3';
const words = process.argv.slice(2);

install('hosts');
install('hosts-of-node-22');
install('telemetry');
run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', here]);
run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', join(here, 'hosts-of-node-22')]);
run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', join(here, 'telemetry')]);
test('hosts', process.execPath);
test('hosts-of-node-22', node22());
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

/** The path of a Node that the hosts of node 22 run on: this one, or one that npm brings. */
function node22() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 13)) return process.execPath;
  const name = `node-${process.platform}-${process.arch}`;
  const folder = join(root, 'node_modules', '.cache', 'node-22');
  if (versionIn(join(folder, 'node_modules'), name) !== NODE) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true }));
    // npm compares the engines of the package with the Node that runs npm, so it needs --force.
    run('npm', ['install', `${name}@${NODE}`, '--prefix', folder, '--ignore-scripts', '--force', '--loglevel=error'], {}, folder);
  }
  return join(folder, 'node_modules', name, 'bin', 'node');
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
