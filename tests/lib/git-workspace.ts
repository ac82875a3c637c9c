import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { atEndOfFile } from './end-of-file.js';

/** Git as nobody has configured it. */
export const ENV = { PATH: process.env.PATH ?? '', HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' };

export const git = (cwd: string, ...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
    cwd,
    env: ENV,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });

export function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/**
 * Creates a folder that is removed after the tests of the file. `workspace` is a repository with one commit; paths beside it are
 * outside.
 */
export function makeWorkspace(files: Readonly<Record<string, string>> = { 'a.txt': 'a\n', 'sub/b.txt': 'b\n' }) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-git-')));
  const workspace = join(base, 'workspace');
  mkdirSync(workspace);
  atEndOfFile(() => rmSync(base, { recursive: true, force: true }));
  git(workspace, 'init', '-q', '-b', 'main');
  write(workspace, files);
  git(workspace, 'add', '-A');
  git(workspace, 'commit', '-qm', 'one');
  return { base, workspace };
}

/** A folder that git takes for a repository without a working tree, with a program in its configuration. */
export function embedBare(folder: string, fired: string): void {
  mkdirSync(folder, { recursive: true });
  git(folder, 'init', '-q', '--bare', '.');
  for (const [key, value] of [
    ['core.bare', 'false'],
    ['core.worktree', '.'],
    ['filter.x.clean', `touch ${fired}; cat`],
  ] as const)
    git(folder, 'config', key, value);
  write(folder, { 'info/attributes': '* filter=x\n', q: 'q\n' });
}
