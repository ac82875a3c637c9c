import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { gitHead } from './git-head.js';

function repository(head: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'head-'));
  mkdirSync(join(folder, '.git'));
  mkdirSync(join(folder, 'a/b'), { recursive: true });
  writeFileSync(join(folder, '.git/HEAD'), `${head}\n`);
  return folder;
}

it('is the branch of the work tree around a folder, or a commit', () => {
  expect(gitHead(join(repository('ref: refs/heads/feature/x'), 'a/b'))).toEqual({ branch: 'feature/x' });
  expect(gitHead(repository('8cc3924f00'))).toEqual({ commit: '8cc3924f00' });
});

it('is found through the file of a work tree beside its repository', () => {
  const folder = repository('ref: refs/heads/main');
  writeFileSync(join(folder, 'a/.git'), 'gitdir: ../.git\n');
  expect(gitHead(join(folder, 'a/b'))).toEqual({ branch: 'main' });
});

it('is nothing outside of a work tree, or where .git is something else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'head-'));
  expect(gitHead(folder)).toBeUndefined();
  writeFileSync(join(folder, '.git'), 'no folder');
  expect(gitHead(folder)).toBeUndefined();
});

it('is nothing where a pipe or an endless device has the place of HEAD, and nobody waits for them', () => {
  const piped = repository('');
  rmSync(join(piped, '.git/HEAD'));
  spawnSync('mkfifo', [join(piped, '.git/HEAD')]);
  expect(gitHead(piped)).toBeUndefined();
  const endless = repository('');
  rmSync(join(endless, '.git/HEAD'));
  symlinkSync('/dev/zero', join(endless, '.git/HEAD'));
  expect(gitHead(endless)).toBeUndefined();
});
