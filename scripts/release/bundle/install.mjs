/** `node install.mjs cli tool-fs`: installs packages of this folder, and what they need of it, into the project of the current folder. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const { packages } = JSON.parse(readFileSync(join(import.meta.dirname, 'bundle.json'), 'utf8'));
const wanted = process.argv.slice(2).map((name) => (name.startsWith('@') ? name : `@loadout/${name}`));
const unknown = wanted.find((name) => packages[name] === undefined);
if (wanted.length === 0 || unknown !== undefined) {
  const problem = unknown === undefined ? 'No package is named.' : `The bundle has no ${unknown}.`;
  console.error(`${problem} It has:\n  ${Object.keys(packages).join('\n  ')}`);
  process.exit(2);
}

const all = new Set();
const visit = (name) => {
  if (all.has(name)) return;
  all.add(name);
  packages[name].needs.forEach(visit);
};
wanted.forEach(visit);

const files = [...all].map((name) => join(import.meta.dirname, packages[name].file));
const { status } = spawnSync('npm', ['install', ...files], { stdio: 'inherit', shell: process.platform === 'win32' });
process.exit(status ?? 1);
