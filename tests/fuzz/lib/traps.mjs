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
};

/** A folder whose files are traps by their names and contents, a copy to make it anew from, and the marker `fire`. */
export function makeTraps() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-fuzz-')));
  const [work, template, marker] = ['work', 'template', 'marker'].map((name) => join(root, name));
  for (const folder of ['sub/deep', 'secret', 'g', 'bin']) mkdirSync(join(work, folder), { recursive: true });
  mkdirSync(marker);
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(work, name), text);
  symlinkSync('secret/key', join(work, 'link'));
  symlinkSync('../secret/key', join(work, 'sub/link'));
  symlinkSync('../secret/key', join(work, 'sub/deep/out'));
  symlinkSync('../canary', join(work, 'g/canary'));
  writeFileSync(join(marker, 'fire'), '#!/bin/sh\necho x >>/fired/fired\n');
  for (const file of [join(work, 'evil.sh'), join(work, 'bin/ls'), join(work, 'bin/git-zap'), join(marker, 'fire')])
    chmodSync(file, 0o755);
  makeRepository(work);
  cpSync(work, template, { recursive: true, verbatimSymlinks: true });
  return { root, work, template, marker };
}

/** One commit, and a change that is not committed, so that git has something to show. */
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
