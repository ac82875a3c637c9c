/**
 * Installs the programs of the site once, and builds the site into site/dist from the built packages.
 *   npm run site               builds
 *   npm run site -- --dev      serves it while you write
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assemble } from './assemble/assemble.mjs';

const here = import.meta.dirname;
const root = join(here, '..');

install();
const { version, pages } = assemble(root, join(here, '.source'));
const { bundlePlayground } = await import('./playground/bundle.mjs');
await bundlePlayground(join(here, '.source/public/playground/checker.js'));
console.log(`${pages.length} pages of Loadout ${version}`);
run(process.execPath, [
  join(here, 'node_modules/vitepress/bin/vitepress.js'),
  process.argv.includes('--dev') ? 'dev' : 'build',
  here,
]);
function install() {
  const { dependencies } = readJson(join(here, 'package.json'));
  const isThere = ([name, wanted]) => {
    const file = join(here, 'node_modules', name, 'package.json');
    return existsSync(file) && readJson(file).version === wanted;
  };
  if (!Object.entries(dependencies).every(isThere)) run('npm', ['ci', '--ignore-scripts', '--loglevel=error'], here);
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function run(command, args, cwd = root) {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
