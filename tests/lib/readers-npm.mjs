/**
 * The npm of a reader's shell. The packages of this repository are installed in its folder already, as links: an install checks that
 * the names of the page are packages that somebody could install, and downloads nothing.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const json = (file) => JSON.parse(readFileSync(file, 'utf8'));
const [command, ...rest] = process.argv.slice(2);
const words = rest.filter((word) => !word.startsWith('-'));

const refuse = (problem) => {
  console.error(`A page cannot say this: ${problem}`);
  process.exit(1);
};

function checkInstall(wanted) {
  const [, name = '', version] = /^(@?[^@]+)(?:@(.+))?$/.exec(wanted) ?? [];
  if (!name.startsWith('@loadout/')) return checkForeign(name, version);
  const file = join(root, 'packages', name.slice('@loadout/'.length), 'package.json');
  if (!existsSync(file) || json(file).private === true) refuse(`${name} is no package that we publish.`);
}

/** A package of others is one that a lock file of this repository has, in the version that the page says. */
function checkForeign(name, version) {
  const locks = ['', 'tests/engine', 'tests/adapters/hosts', 'tests/compat-sdk'].map((folder) =>
    join(root, folder, 'package-lock.json'),
  );
  const found = locks.flatMap((file) => (existsSync(file) ? [json(file).packages[`node_modules/${name}`]] : [])).filter(Boolean);
  if (found.length === 0) refuse(`${name} is in no lock file of this repository.`);
  if (version !== undefined && !found.some((one) => one.version === version || one.version.startsWith(`${version}.`)))
    refuse(`${name}@${version} is not the version of the lock files, ${found.map((one) => one.version).join(' or ')}.`);
}

/** The package.json of this folder or of one above it. */
function nearest(folder = process.cwd()) {
  const file = join(folder, 'package.json');
  if (existsSync(file)) return json(file);
  return dirname(folder) === folder ? refuse('there is no package.json here.') : nearest(dirname(folder));
}

function checkScript(name) {
  if (nearest().scripts?.[name] === undefined) refuse(`there is no script "${name}".`);
}

if (command === 'install') for (const wanted of words) checkInstall(wanted);
else if (command === 'ci') existsSync('package-lock.json') || refuse('there is no package-lock.json here.');
else if (command === 'test') checkScript('test');
else if (command === 'run') checkScript(words[0]);
else if (command === 'create' && words[0] === 'loadout') {
  const args = rest.filter((word) => word !== '--').slice(1);
  const bin = join(
    root,
    'packages/create-loadout',
    json(join(root, 'packages/create-loadout/package.json')).bin['create-loadout'],
  );
  process.exit(spawnSync(process.execPath, [bin, ...args], { stdio: 'inherit' }).status ?? 1);
} else refuse(`npm ${[command, ...rest].join(' ')} is not known to the test.`);
