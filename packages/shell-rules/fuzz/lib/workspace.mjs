import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const FILES = [
  'package.json',
  'tsconfig.json',
  'README.md',
  'a.ts',
  'src/a.ts',
  'src/b.ts',
  'packages/a/package.json',
  'secrets/key',
];

/** A small project in its own repository. */
export function makeWorkspace() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-fuzz-')));
  for (const file of FILES) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), '{}\n');
  }
  // A repository with a few commits, a branch upstream and a stash, as in ordinary work.
  const env = { PATH: process.env.PATH, HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' };
  const git = (...args) => execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: root, env });
  git('init', '-q', '-b', 'main');
  git('add', '-A', '--', ':!secrets');
  git('commit', '-qm', 'one');
  writeFileSync(join(root, '.gitignore'), 'secrets/\n');
  git('add', '.gitignore');
  git('commit', '-qm', 'two');
  writeFileSync(join(root, 'a.ts'), '{ }\n');
  git('commit', '-qam', 'three');
  git('branch', 'upstream');
  git('branch', '-q', '-u', 'upstream');
  writeFileSync(join(root, 'a.ts'), '{  }\n');
  git('stash', 'push', '-q');
  return root;
}
