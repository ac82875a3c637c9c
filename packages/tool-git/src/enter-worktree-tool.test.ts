import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { firstOf, longIt } from '../../../tests/lib/breadth.js';
import { branches, commitAll, git, inRepository, makeBench, put, treeOf } from './repository.test-kit.js';

describe('EnterWorktree', () => {
  it('makes branch worktree-<name> at .claude/worktrees/<name>, and the session is there (TOOL-WT-01, BUG-05, ALIAS-29)', async () => {
    const bench = inRepository();
    const result = await bench.enter({ name: 'fix-1' });
    const path = treeOf(bench, 'fix-1');
    expect(result.isError, result.content).toBe(false);
    expect(result.structuredContent).toMatchObject({ worktreePath: path, worktreeBranch: 'worktree-fix-1' });
    expect(bench.context.cwd).toBe(path);
    expect(git(path, 'branch', '--show-current').trim()).toBe('worktree-fix-1');
    expect(readFileSync(join(path, 'a.txt'), 'utf8')).toBe('one\n');
  });

  it('names it itself when no name is given, the same for one call however often it is looked at', async () => {
    const bench = inRepository();
    const { structuredContent } = await bench.enter();
    expect(structuredContent).toMatchObject({ worktreeBranch: expect.stringMatching(/^worktree-w-[0-9a-f]{8}$/) });
  });

  it('keeps working trees out of what git add takes up', async () => {
    const bench = inRepository();
    await bench.enter({ name: 'x' });
    expect(git(bench.dir, 'status', '--porcelain')).toBe('');
  });

  it('the option dir says where, and a name with parts is one folder', async () => {
    const bench = inRepository({ dir: 'trees' });
    const { structuredContent } = await bench.enter({ name: 'team/fix' });
    expect(structuredContent).toMatchObject({
      worktreePath: join(bench.dir, 'trees/team+fix'),
      worktreeBranch: 'worktree-team+fix',
    });
  });

  const NAMES = [
    '../x',
    'a;id',
    '-b',
    '',
    'a/../b',
    '.hidden',
    'a b',
    'x.lock',
    'a..b',
    'end.',
    '/abs',
    'é',
    '$(id)',
    'x'.repeat(65),
  ];
  it.each(firstOf(3, NAMES))('refuses the name %j before anything runs (TOOL-WT-03, BUG-36)', async (name) => {
    const bench = inRepository();
    const result = await bench.enter({ name });
    expect(result).toMatchObject({ isError: true, content: expect.stringContaining('cannot be used') });
    expect(branches(bench.dir)).toEqual(['main']);
    expect(bench.context.cwd).toBe(bench.dir);
  });

  it('enters a working tree that is there by its path, and refuses other paths with those that are there', async () => {
    const bench = inRepository();
    git(bench.dir, 'worktree', 'add', '--quiet', 'side', '-b', 'side');
    const wrong = await bench.enter({ path: '.' });
    expect(wrong).toMatchObject({ isError: true, content: expect.stringContaining(join(bench.dir, 'side')) });
    expect((await bench.enter({ path: 'side' })).structuredContent).toMatchObject({ worktreeBranch: 'side' });
    expect(bench.context.cwd).toBe(join(bench.dir, 'side'));
  });

  it('refuses name and path together', async () => {
    expect((await inRepository().enter({ name: 'a', path: 'b' })).isError).toBe(true);
  });

  it('one at a time: a second one says which is entered', async () => {
    const bench = inRepository();
    await bench.enter({ name: 'x' });
    expect(await bench.enter({ name: 'y' })).toMatchObject({ isError: true, content: expect.stringContaining('ExitWorktree') });
  });

  longIt('a name that is taken, as folder or as branch, is an error and changes nothing', async () => {
    const bench = inRepository();
    put(bench.dir, { '.claude/worktrees/folder/mine.txt': 'x' });
    git(bench.dir, 'branch', 'worktree-branch');
    for (const name of ['folder', 'branch'])
      expect(await bench.enter({ name })).toMatchObject({ isError: true, content: expect.stringContaining('exists already') });
    expect(existsSync(treeOf(bench, 'folder/mine.txt'))).toBe(true);
    expect(branches(bench.dir)).toEqual(['main', 'worktree-branch']);
  });

  longIt('a detached HEAD is where the new branch begins', async () => {
    const bench = inRepository();
    const first = git(bench.dir, 'rev-parse', 'HEAD');
    put(bench.dir, { 'a.txt': 'two\n' });
    commitAll(bench.dir, 'Second');
    git(bench.dir, 'checkout', '--quiet', '--detach', first.trim());
    await bench.enter({ name: 'x' });
    expect(git(bench.context.cwd, 'rev-parse', 'worktree-x')).toBe(first);
  });

  longIt('without a repository, in a bare one, and without a commit it says so', async () => {
    const none = makeBench();
    expect(await none.enter({ name: 'x' })).toMatchObject({
      isError: true,
      content: expect.stringContaining('not a git repository'),
    });
    const bare = makeBench();
    git(bare.dir, 'init', '--quiet', '--bare');
    expect(await bare.enter({ name: 'x' })).toMatchObject({ isError: true, content: expect.stringContaining('work tree') });
    const empty = makeBench();
    git(empty.dir, 'init', '--quiet');
    expect(await empty.enter({ name: 'x' })).toMatchObject({ isError: true, content: expect.stringContaining('no commit yet') });
  });

  it('without git it says that git is missing', async () => {
    const bench = makeBench({ env: { PATH: '/nowhere' } });
    expect(await bench.enter({ name: 'x' })).toMatchObject({ isError: true, content: expect.stringContaining('not installed') });
  });

  it('a link that leads out of the working directories is refused', async () => {
    const bench = inRepository();
    mkdirSync(join(bench.context.artifactDir, 'out'));
    symlinkSync(join(bench.context.artifactDir, 'out'), join(bench.dir, '.claude'));
    const result = await bench.enter({ name: 'x' });
    expect(result).toMatchObject({ isError: true, content: expect.stringContaining('outside the working directories') });
    expect(branches(bench.dir)).toEqual(['main']);
  });

  longIt('a workspace below the top of the repository gets its working trees inside the workspace', async () => {
    const bench = makeBench();
    const top = join(bench.dir, '..');
    git(top, 'init', '--quiet');
    put(bench.dir, { 'a.txt': 'one\n' });
    git(top, 'add', 'work');
    git(top, 'commit', '--quiet', '--message', 'First');
    expect((await bench.enter({ name: 'x' })).structuredContent).toMatchObject({ worktreePath: treeOf(bench, 'x') });
    rmSync(join(top, '.git'), { recursive: true });
  });

  it('no program of the repository runs: neither its hooks, nor its fsmonitor, nor its filters', async () => {
    const bench = inRepository();
    const mark = join(bench.dir, 'ran');
    put(bench.dir, { '.git/hooks/post-checkout': `#!/bin/sh\ntouch ${mark}\n`, '.gitattributes': '*.txt filter=evil\n' });
    git(bench.dir, 'update-index', '--refresh');
    commitAll(bench.dir, 'Attributes');
    await import('node:fs').then((fs) => fs.chmodSync(join(bench.dir, '.git/hooks/post-checkout'), 0o755));
    for (const key of ['filter.evil.smudge', 'filter.evil.clean', 'core.fsmonitor'])
      git(bench.dir, 'config', key, `touch ${mark}; cat`);
    const entered = await bench.enter({ name: 'x' });
    expect(entered.isError, entered.content).toBe(false);
    await bench.exit({ action: 'remove' });
    expect(existsSync(mark)).toBe(false);
  });

  it('a call that is cancelled leaves no working tree and no branch', async () => {
    const bench = inRepository();
    bench.context.abort();
    expect(await bench.enter({ name: 'x' })).toMatchObject({ isError: true, content: expect.stringContaining('cancelled') });
    expect(branches(bench.dir)).toEqual(['main']);
    expect(existsSync(treeOf(bench, 'x'))).toBe(false);
  });
});
