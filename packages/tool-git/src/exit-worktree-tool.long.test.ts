import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { callTool, testContext } from '@loadout/testing';
import { describe, expect, it } from 'vitest';
import { exitWorktreeTool } from './exit-worktree-tool.js';
import { type Bench, branches, commitAll, DEFAULTS, git, inRepository, put, treeOf } from './repository.test-kit.js';
import { WorktreeSession } from './worktree/worktree-session.js';

async function entered(prepare: (path: string, bench: Bench) => void = () => {}): Promise<Bench & { readonly path: string }> {
  const bench = inRepository();
  const result = await bench.enter({ name: 'x' });
  expect(result.isError, result.content).toBe(false);
  const path = treeOf(bench, 'x');
  prepare(path, bench);
  return { ...bench, path };
}

describe('ExitWorktree', () => {
  it('keep: folder and branch stay, and the session is back (TOOL-WT-01, TOOL-WT-02, ALIAS-29)', async () => {
    const bench = await entered((path) => put(path, { 'new.txt': 'x' }));
    const result = await bench.exit({ action: 'keep' });
    expect(result.structuredContent).toMatchObject({ action: 'keep', originalCwd: bench.dir, worktreePath: bench.path });
    expect(bench.context.cwd).toBe(bench.dir);
    expect([existsSync(join(bench.path, 'new.txt')), branches(bench.dir)]).toEqual([true, ['main', 'worktree-x']]);
  });

  it('remove: a clean one goes with its branch, and nothing was discarded', async () => {
    const bench = await entered((path) => put(path, { 'built/out.js': 'ignored files do not count' }));
    const { structuredContent, isError } = await bench.exit({ action: 'remove' });
    expect([isError, existsSync(bench.path), branches(bench.dir)]).toEqual([false, false, ['main']]);
    expect(structuredContent).not.toHaveProperty('discardedFiles');
    expect(bench.context.cwd).toBe(bench.dir);
    expect(bench.fired).toContainEqual({ event: 'WorktreeRemove', worktree_path: bench.path });
  });

  it('remove: another git that changes the repository at that moment is waited for', async () => {
    const bench = await entered();
    const lock = join(bench.dir, '.git/refs/heads/worktree-x.lock');
    writeFileSync(lock, '');
    const leave = bench.exit({ action: 'remove' });
    setTimeout(() => rmSync(lock), 400);
    expect(await leave).toMatchObject({ isError: false });
    expect(branches(bench.dir)).toEqual(['main']);
  });

  it.each([
    ['a changed file', (path: string) => put(path, { 'a.txt': 'two\n' }), 'M a.txt'],
    ['an untracked file', (path: string) => put(path, { 'deep/new.txt': 'x' }), '?? deep/new.txt'],
    ['a file with an odd name', (path: string) => put(path, { 'a\nb.txt': 'x' }), '?? a\\nb.txt'],
    [
      'a staged file',
      (path: string) => {
        put(path, { 'staged.txt': 'x' });
        git(path, 'add', 'staged.txt');
      },
      'A  staged.txt',
    ],
    ['a renamed file', (path: string) => void git(path, 'mv', 'a.txt', 'b.txt'), 'R  b.txt'],
    [
      'a commit that is not merged',
      (path: string) => {
        put(path, { 'a.txt': 'two\n' });
        commitAll(path, 'Not merged yet');
      },
      'Not merged yet',
    ],
    [
      'a commit on a detached HEAD',
      (path: string) => {
        git(path, 'checkout', '--quiet', '--detach');
        put(path, { 'a.txt': 'two\n' });
        commitAll(path, 'Nowhere else');
      },
      'Nowhere else',
    ],
  ])(
    'remove refuses with the list when there is %s; discard_changes removes it (TOOL-WT-02, BUG-05)',
    async (_, change, named) => {
      const bench = await entered(change);
      const refused = await bench.exit({ action: 'remove' });
      expect(refused).toMatchObject({ isError: true, content: expect.stringContaining(named) });
      expect([existsSync(bench.path), branches(bench.dir)]).toEqual([true, ['main', 'worktree-x']]);
      expect(bench.context.cwd).toBe(bench.path);
      const result = await bench.exit({ action: 'remove', discard_changes: true });
      expect(result.isError, result.content).toBe(false);
      expect([existsSync(bench.path), branches(bench.dir), bench.context.cwd]).toEqual([false, ['main'], bench.dir]);
      const lost = result.structuredContent as { discardedFiles?: number; discardedCommits?: number };
      expect((lost.discardedFiles ?? 0) + (lost.discardedCommits ?? 0)).toBe(1);
    },
  );

  it('commits that were discarded can be found again by what the answer says', async () => {
    const bench = await entered((path) => {
      put(path, { 'a.txt': 'two\n' });
      commitAll(path, 'Work');
    });
    const { content } = await bench.exit({ action: 'remove', discard_changes: true });
    const [, ...command] = /git (branch) (worktree-x) ([0-9a-f]{40})/.exec(content) ?? [];
    git(bench.dir, ...command);
    expect(git(bench.dir, 'show', 'worktree-x:a.txt')).toBe('two\n');
  });

  it('merged commits are no reason to refuse, nor those that another branch holds', async () => {
    const merged = await entered((path, { dir }) => {
      put(path, { 'a.txt': 'two\n' });
      commitAll(path, 'Work');
      git(dir, 'merge', '--quiet', 'worktree-x');
    });
    expect((await merged.exit({ action: 'remove' })).isError).toBe(false);
    const held = await entered((path) => {
      git(path, 'switch', '--quiet', '--create', 'other');
      put(path, { 'a.txt': 'two\n' });
      commitAll(path, 'Work');
    });
    expect((await held.exit({ action: 'remove' })).isError).toBe(false);
    expect(branches(held.dir)).toEqual(['main', 'other']);
  });

  it('commits that only a detached HEAD held when it was entered are not its work', async () => {
    const bench = inRepository();
    git(bench.dir, 'checkout', '--quiet', '--detach');
    put(bench.dir, { 'a.txt': 'two\n' });
    commitAll(bench.dir, 'Before');
    await bench.enter({ name: 'x' });
    git(bench.dir, 'checkout', '--quiet', 'main');
    expect((await bench.exit({ action: 'remove' })).isError).toBe(false);
  });

  it('a submodule: as it was it is no work, with a commit of its own it is', async () => {
    const bench = inRepository();
    const library = join(bench.context.artifactDir, 'library');
    put(library, { 'lib.txt': 'one\n' });
    git(library, 'init', '--quiet');
    commitAll(library, 'Library');
    git(bench.dir, 'submodule', '--quiet', 'add', library, 'lib');
    commitAll(bench.dir, 'Submodule');
    const plain = await bench.enter({ name: 'plain' });
    expect(plain.isError, plain.content).toBe(false);
    expect((await bench.exit({ action: 'remove' })).isError).toBe(false);
    await bench.enter({ name: 'x' });
    const path = treeOf(bench, 'x');
    git(path, 'submodule', '--quiet', 'update', '--init');
    put(join(path, 'lib'), { 'lib.txt': 'two\n' });
    commitAll(join(path, 'lib'), 'Never pushed');
    git(path, 'commit', '--quiet', '--all', '--message', 'Pointer');
    git(bench.dir, 'merge', '--quiet', 'worktree-x');
    expect(await bench.exit({ action: 'remove' })).toMatchObject({ isError: true, content: expect.stringContaining('lib: ') });
    expect((await bench.exit({ action: 'remove', discard_changes: true })).isError).toBe(false);
  });

  it('one that was removed behind our back: the session goes back, and its commits still count', async () => {
    const bench = await entered((path) => {
      put(path, { 'a.txt': 'two\n' });
      commitAll(path, 'Committed before');
      rmSync(path, { recursive: true });
    });
    expect(await bench.exit({ action: 'remove' })).toMatchObject({
      isError: true,
      content: expect.stringContaining('Committed before'),
    });
    expect((await bench.exit({ action: 'remove', discard_changes: true })).isError).toBe(false);
    expect([branches(bench.dir), bench.context.cwd]).toEqual([['main'], bench.dir]);
    const gone = await entered((path, { dir }) => void git(dir, 'worktree', 'remove', path));
    expect((await gone.exit({ action: 'keep' })).isError).toBe(false);
    expect(gone.context.cwd).toBe(gone.dir);
  });

  it('one that was there before is left and never removed', async () => {
    const bench = inRepository();
    git(bench.dir, 'worktree', 'add', '--quiet', 'side', '-b', 'side');
    await bench.enter({ path: 'side' });
    expect(await bench.exit({ action: 'remove', discard_changes: true })).toMatchObject({ isError: true });
    expect((await bench.exit({ action: 'keep' })).isError).toBe(false);
    expect([bench.context.cwd, existsSync(join(bench.dir, 'side'))]).toEqual([bench.dir, true]);
  });

  it('one whose .git file is gone cannot be looked at, so it stays', async () => {
    const bench = await entered((path) => rmSync(join(path, '.git')));
    expect(await bench.exit({ action: 'remove' })).toMatchObject({
      isError: true,
      content: expect.stringContaining('cannot tell'),
    });
    expect(existsSync(join(bench.path, 'a.txt'))).toBe(true);
  });

  it('without one it says so', async () => {
    const bench = inRepository();
    expect((await bench.exit({ action: 'keep' })).content).toContain('not in a working tree');
  });

  it('a session that was resumed inside knows where it came from', async () => {
    const bench = await entered();
    const context = testContext({
      cwd: bench.path,
      roots: [bench.dir],
      services: [[WorktreeSession, { current: undefined }]],
    });
    const result = await callTool(exitWorktreeTool(DEFAULTS), { action: 'remove' }, context);
    expect(result.isError, result.content).toBe(false);
    expect([context.cwd, existsSync(bench.path)]).toEqual([bench.dir, false]);
    await context.dispose();
  });

  it('tells the permission rules that it writes below the working tree, and nothing for keep', async () => {
    const bench = await entered();
    const tool = exitWorktreeTool(DEFAULTS);
    expect(await tool.access?.({ action: 'remove', discard_changes: false }, bench.context)).toEqual([
      { kind: 'write', path: bench.path, below: true },
    ]);
    expect(await tool.access?.({ action: 'keep', discard_changes: false }, bench.context)).toEqual([]);
  });
});

describe('hooks', () => {
  it('a block of WorktreeCreate stops it, with the reason', async () => {
    const bench = inRepository({
      answers: { WorktreeCreate: () => ({ verdict: { behavior: 'deny', reason: 'Not today.', by: 'guard' } }) },
    });
    expect(await bench.enter({ name: 'x' })).toMatchObject({ isError: true, content: expect.stringContaining('Not today.') });
    expect(branches(bench.dir)).toEqual(['main']);
    expect(bench.fired).toEqual([{ event: 'WorktreeCreate', name: 'x' }]);
  });

  it('a hook may make it elsewhere; what it holds is looked at, and its removal is told', async () => {
    const made = (bench: Bench) => join(bench.dir, 'copies/x');
    const bench: Bench = inRepository({ answers: { WorktreeCreate: () => ({ worktreePath: made(bench) }) } });
    git(bench.dir, 'clone', '--quiet', bench.dir, made(bench));
    expect((await bench.enter({ name: 'x' })).structuredContent).toMatchObject({ worktreePath: made(bench) });
    put(made(bench), { 'a.txt': 'two\n' });
    expect(await bench.exit({ action: 'remove' })).toMatchObject({ isError: true, content: expect.stringContaining('M a.txt') });
    expect((await bench.exit({ action: 'remove', discard_changes: true })).isError).toBe(false);
    expect(bench.fired.at(-1)).toEqual({ event: 'WorktreeRemove', worktree_path: made(bench) });
    expect(readFileSync(join(made(bench), 'a.txt'), 'utf8')).toBe('two\n');
  });
});
