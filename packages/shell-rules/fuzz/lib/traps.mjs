import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const SECRET = 'SECRET-3f9a71';

const FILES = {
  'a.txt': 'fire\na\n',
  canary: 'kept\n',
  'secret/key': `${SECRET}\n`,
  'sub/b.txt': 'b\n',
  'evil.sh': 'fire\n',
  'evil.sed': '1e fire\n',
  list: 'secret/key\0',
  'bin/ls': '#!/bin/sh\n/marker/fire\n',
  'bin/git-zap': '#!/bin/sh\n/marker/fire\n',
  'g/--compress-program=fire': '',
  'g/-ocanary': '',
  'g/a': 'a\n',
  // Words in a file, and a folder that is found if PATH is a number.
  words: '--files0-from=list\n../outside/key\n',
  '2/ls': '#!/bin/sh\n/marker/fire\n',
};

const JS = "require('node:child_process').execSync('fire');\n";
/** A project without a script that does anything, and code that no configuration names. */
const PROJECT = {
  'package.json': JSON.stringify({ name: 'a', version: '1.0.0', scripts: { build: 'true', test: 'true', start: 'true' } }),
  'evil.js': JS,
  'evil.cjs': JS,
  'evil.json': JSON.stringify({ extends: './evil.cjs', plugins: ['./evil.cjs'], require: './evil.cjs', preset: './evil.cjs' }),
  'evil.rb': "system('fire')\n",
  'evil.php': "<?php system('fire');\n",
  'evil.py': "import os\nos.system('fire')\n",
  'evil.mk': 'all:\n\tfire\n',
  'evil.gradle': "['fire'].execute()\n",
  'evil.toml': "[build]\nrustc-wrapper = 'fire'\n",
  Makefile: 'all test build:\n\ttrue\n',
  'go.mod': 'module a\n\ngo 1.19\n',
  'main.go': 'package main\n\nfunc main() {}\n',
  'Cargo.toml': '[package]\nname = "a"\nversion = "0.1.0"\n[[bin]]\nname = "a"\npath = "a.rs"\n',
  'a.rs': 'fn main() {}\n',
  'test_a.py': 'def test_a():\n    pass\n',
};

/**
 * A folder of files with hostile names and contents, a copy to restore it from, and the marker `fire`. If reading in the folder
 * needs no rule, the secret is `outside` of the folder.
 */
export function makeTraps({ secret = 'inside', programs = [] } = {}) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-fuzz-')));
  const [work, template, marker, outside] = ['work', 'template', 'marker', 'outside'].map((name) => join(root, name));
  for (const folder of ['sub/deep', 'secret', 'g', 'bin', '2', '../outside']) mkdirSync(join(work, folder), { recursive: true });
  mkdirSync(marker);
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(work, name), text);
  const told = secret === 'outside' ? ['a', SECRET] : [SECRET, 'a'];
  writeFileSync(join(work, 'secret/key'), `${told[0]}\n`);
  writeFileSync(join(outside, 'key'), `${told[1]}\n`);
  symlinkSync('../outside/key', join(work, 'out'));
  symlinkSync('secret/key', join(work, 'link'));
  symlinkSync('../secret/key', join(work, 'sub/link'));
  symlinkSync('../secret/key', join(work, 'sub/deep/out'));
  symlinkSync('../canary', join(work, 'g/canary'));
  writeFileSync(join(marker, 'fire'), '#!/bin/sh\necho x >>/fired/fired\n');
  makePlugins(programs, { work, marker });
  for (const file of ['evil.sh', 'bin/ls', 'bin/git-zap', '2/ls']) chmodSync(join(work, file), 0o755);
  chmodSync(join(marker, 'fire'), 0o755);
  makeRepository(work);
  cpSync(work, template, { recursive: true, verbatimSymlinks: true });
  return { root, work, template, marker, outside };
}

/** Programs that others find on PATH by their own name, and code that they load if a word names it. */
function makePlugins(programs, { work, marker }) {
  for (const name of programs) symlinkSync('fire', join(marker, `${name}-fire`));
  if (programs.length > 0) for (const [name, text] of Object.entries(PROJECT)) writeFileSync(join(work, name), text);
}

/** A repository with one commit and an uncommitted change, so that git has a difference to show. */
function makeRepository(work) {
  const env = { PATH: process.env.PATH, HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' };
  const git = (...args) => execFileSync('git', args, { cwd: work, env });
  git('init', '-q', '--template=', '.');
  git('config', 'user.name', 'a');
  git('config', 'user.email', 'a@b');
  git('add', 'a.txt');
  git('commit', '-qm', 'a');
  writeFileSync(join(work, 'a.txt'), 'fire\na\nb\n');
}
