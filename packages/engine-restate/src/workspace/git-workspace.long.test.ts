import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Ground, layGround, moved, read, writeFiles } from './workspace.test-kit.js';

describe('the files of a run', () => {
  it('begin with the commit that was asked for, on its branch, with nothing to commit', async () => {
    const ground = layGround({ 'src/a.txt': 'a\n' });
    const { folder } = await ground.open();
    expect(readFileSync(join(folder, 'src/a.txt'), 'utf8')).toBe('a\n');
    expect(ground.git(folder, 'status', '--porcelain', '--branch').trim()).toBe('## main');
    expect(ground.git(folder, 'log', '--format=%s').trim()).toBe('Begin');
  });

  it.each(['HEAD', 'refs/heads/main', 'v1', 'annotated', 'commit'])('begin with what %s names', async (named) => {
    const ground = layGround();
    const source = join(ground.dir, 'source');
    ground.git(source, 'tag', 'v1');
    ground.git(source, 'tag', '-a', 'annotated', '-m', 'A tag');
    ground.git(source, 'push', '--quiet', ground.remote, 'v1', 'annotated');
    const commit = ground.git(source, 'rev-parse', 'HEAD').trim();
    const { folder, mark } = await ground.open({ wish: { remote: ground.remote, ref: named === 'commit' ? commit : named } });
    expect(readFileSync(join(folder, 'README.md'), 'utf8')).toBe('An app.\n');
    expect(mark.start).toBe(commit);
  });

  it('are on the next worker what they were: contents, modes, links, names, deletions, empty folders', async () => {
    const ground = layGround({ 'gone.txt': 'x', '.gitattributes': '* text=auto ident\n*.u16 working-tree-encoding=UTF-16\n' });
    const first = await ground.open();
    const bytes = Buffer.from([0, 255, 13, 10, 10, 13]);
    writeFiles(first.folder, {
      'a b/ü "q".txt': 'one\r\ntwo\r\n',
      'x.u16': 'no UTF-16',
      'id.c': '$Id: kept $\r\n',
      'run.sh': '#!/bin/sh\n',
    });
    writeFileSync(join(first.folder, 'bytes'), bytes);
    chmodSync(join(first.folder, 'run.sh'), 0o755);
    symlinkSync('../nowhere', join(first.folder, 'link'));
    rmSync(join(first.folder, 'gone.txt'));
    mkdirSync(join(first.folder, 'empty/deep'), { recursive: true });
    await first.save();
    const second = await moved(ground, first);
    expect(read(second, 'a b/ü "q".txt')).toBe('one\r\ntwo\r\n');
    expect([read(second, 'id.c'), read(second, 'x.u16')]).toEqual(['$Id: kept $\r\n', 'no UTF-16']);
    expect(readFileSync(join(second.folder, 'bytes'))).toEqual(bytes);
    expect(lstatSync(join(second.folder, 'run.sh')).mode & 0o777).toBe(0o755);
    expect(readlinkSync(join(second.folder, 'link'))).toBe('../nowhere');
    expect(existsSync(join(second.folder, 'gone.txt'))).toBe(false);
    expect(readdirSync(join(second.folder, 'empty/deep'))).toEqual([]);
  });

  it("bring the agent's commits, branches, index, stash, and a rebase under way", async () => {
    const ground = layGround({ 'a.txt': 'base\n' });
    const first = await ground.open();
    const git = (...args: readonly string[]) => ground.git(first.folder, ...args);
    git('checkout', '--quiet', '-b', 'topic/one');
    writeFiles(first.folder, { 'a.txt': 'topic\n' });
    git('commit', '--quiet', '-am', 'Topic');
    git('checkout', '--quiet', 'main');
    writeFiles(first.folder, { 'a.txt': 'main\n' });
    git('commit', '--quiet', '-am', 'Main');
    writeFiles(first.folder, { 'a.txt': 'put aside\n' });
    git('stash', '--quiet');
    git('tag', '-a', 'mine', '-m', 'Mine');
    expect(() => git('rebase', 'main', 'topic/one')).toThrow();
    writeFiles(first.folder, { 'staged.txt': 'staged\n' });
    git('add', 'staged.txt');
    writeFiles(first.folder, { 'staged.txt': 'changed since\n' });
    const state = () =>
      ['status', 'stash list', 'branch --list', 'diff --cached', 'tag --list'].map((one) => git(...one.split(' ')));
    const before = state();
    await first.save();
    const second = await moved(ground, first);
    expect(state()).toEqual(before);
    writeFiles(second.folder, { 'a.txt': 'both\n' });
    git('add', 'a.txt', 'staged.txt');
    git('-c', 'core.editor=true', 'rebase', '--continue');
    expect(git('log', '--format=%s', 'topic/one').trim().split('\n')).toEqual(['Topic', 'Main', 'Begin']);
    expect(git('fsck', '--connectivity-only')).not.toContain('missing');
  });

  it('are those of the recorded step, and not of a later push', async () => {
    const ground = layGround();
    const first = await ground.open();
    writeFiles(first.folder, { 'a.txt': 'recorded' });
    const mark = await first.save();
    writeFiles(first.folder, { 'a.txt': 'pushed, and not recorded' });
    await first.save();
    await first.close();
    const second = await ground.open({ mark, folder: first.folder });
    expect(read(second, 'a.txt')).toBe('recorded');
    writeFiles(second.folder, { 'b.txt': 'next' });
    const third = await ground.open({ mark: await second.save().finally(() => second.close()), folder: second.folder });
    expect([read(third, 'a.txt'), read(third, 'b.txt')]).toEqual(['recorded', 'next']);
  });

  it('are refused if the recorded commit is not in the remote', async () => {
    const ground = layGround();
    const first = await ground.open();
    await first.close();
    ground.git(ground.remote, 'update-ref', '-d', 'refs/loadout-state/run-1');
    await expect(ground.open({ mark: first.mark })).rejects.toMatchObject({ code: 'ENGINE_WORKSPACE_GONE' });
    const alien = { ...first.mark, commit: '1'.repeat(40) };
    await (await ground.open()).close();
    await expect(ground.open({ mark: alien })).rejects.toMatchObject({ code: 'ENGINE_WORKSPACE_GONE' });
  });

  it('are not pushed again if nothing has changed', async () => {
    const workspace = await layGround().open();
    writeFiles(workspace.folder, { 'a.txt': 'a' });
    const mark = await workspace.save();
    expect(await workspace.save()).toBe(mark);
  });

  it('can be fetched: the own commit of the agent, or a commit on top of it', async () => {
    const ground = layGround();
    const workspace = await ground.open();
    writeFiles(workspace.folder, { 'a.txt': 'a' });
    await workspace.save();
    await workspace.publish();
    const seen = ground.clone('refs/loadout/run-1');
    expect(readFileSync(join(seen, 'a.txt'), 'utf8')).toBe('a');
    expect(ground.git(seen, 'log', '--format=%s').trim().split('\n')).toEqual(['Files of the run run-1', 'Begin']);
    ground.git(workspace.folder, 'add', 'a.txt');
    ground.git(workspace.folder, 'commit', '--quiet', '-m', 'Done');
    await workspace.save();
    await workspace.publish();
    expect(ground.git(ground.remote, 'log', '--format=%s', 'refs/loadout/run-1').trim().split('\n')).toEqual(['Done', 'Begin']);
    expect(ground.git(ground.remote, 'log', '--format=%s', 'main').trim()).toBe('Begin');
  });
});

describe('a worker that has lost a run', () => {
  it('pushes nothing more: neither steps nor the files for people', async () => {
    const ground = layGround();
    const lost = await ground.open();
    const mark = await lost.save();
    const next = await ground.open({ mark, base: join(ground.dir, 'elsewhere') });
    writeFiles(lost.folder, { 'late.txt': 'late' });
    await expect(lost.save()).rejects.toMatchObject({ code: 'ENGINE_WORKSPACE_TAKEN' });
    await expect(lost.publish()).rejects.toMatchObject({ code: 'ENGINE_WORKSPACE_TAKEN' });
    writeFiles(next.folder, { 'a.txt': 'next' });
    await next.save();
    await next.publish();
    expect(ground.git(ground.remote, 'ls-tree', '--name-only', 'refs/loadout/run-1')).toBe('README.md\na.txt\n');
  });

  it('keeps its folder from other workers of the machine until it has ended', async () => {
    const ground = layGround();
    const first = await ground.open();
    await expect(ground.open({ mark: first.mark })).rejects.toMatchObject({ code: 'ENGINE_WORKSPACE_BUSY' });
    expect(read(first, 'README.md')).toBe('An app.\n');
    // The owner is a process that has ended.
    writeFileSync(
      join(ground.dir, 'workspaces/run-1.owner'),
      JSON.stringify({ mark: { pid: 2 ** 22 + 1, started: 1, namespace: ownNamespace(ground) }, tag: 'gone' }),
    );
    writeFiles(first.folder, { 'left.txt': 'of a worker that was killed' });
    expect(existsSync(join((await ground.open({ mark: first.mark })).folder, 'left.txt'))).toBe(false);
  });
});

const ownNamespace = ({ dir }: Ground): number =>
  (JSON.parse(readFileSync(join(dir, 'workspaces/run-1.owner'), 'utf8')) as { mark: { namespace: number } }).mark.namespace;

describe('an agent', () => {
  it.each([
    ['prunes objects', (git: Git) => [git('reflog', 'expire', '--expire=now', '--all'), git('gc', '--quiet', '--prune=now')]],
    ['removes its repository', (_: Git, folder: string) => [rmSync(join(folder, '.git'), { recursive: true })]],
  ])('that %s which earlier steps have can still be pushed and moved', async (_, lose) => {
    const ground = layGround();
    const first = await ground.open();
    const git = (...args: readonly string[]) => ground.git(first.folder, ...args);
    for (const name of ['a', 'b']) {
      writeFiles(first.folder, { [name]: name });
      git('add', name);
      git('commit', '--quiet', '-m', name);
      await first.save();
    }
    git('reset', '--quiet', '--hard', 'HEAD~2');
    writeFiles(first.folder, { c: 'c' });
    lose(git, first.folder);
    await first.save();
    await first.publish();
    writeFiles(first.folder, { d: 'd' });
    await first.save();
    const second = await moved(ground, first);
    expect([read(second, 'c'), read(second, 'd'), existsSync(join(second.folder, 'a'))]).toEqual(['c', 'd', false]);
    expect(ground.git(ground.remote, 'fsck', '--connectivity-only')).not.toContain('missing');
  });

  it('may have names that are no UTF-8, and repositories with commits inside', async () => {
    const ground = layGround();
    const first = await ground.open();
    const odd = Buffer.concat([Buffer.from(`${first.folder}/`), Buffer.from([0x61, 0xff])]);
    writeFileSync(odd, 'odd');
    mkdirSync(Buffer.concat([odd, Buffer.from('-empty')]));
    ground.git(first.folder, 'init', '--quiet', 'inner');
    ground.git(join(first.folder, 'inner'), 'commit', '--quiet', '--allow-empty', '-m', 'Inner');
    await first.save();
    await moved(ground, first);
    expect(readFileSync(odd, 'utf8')).toBe('odd');
  });
});

type Git = (...args: readonly string[]) => string;

describe('a git that was killed', () => {
  it('leaves locks, which stop neither the next push nor the next worker', async () => {
    const ground = layGround();
    const first = await ground.open();
    writeFiles(first.folder, { 'a.txt': 'a', '.git/index.lock': '', '../.store/index.lock': '' });
    await first.save();
    const second = await moved(ground, first);
    ground.git(second.folder, 'add', 'a.txt');
    expect(read(second, 'a.txt')).toBe('a');
  });

  it('leaves an agent without a repository with its files', async () => {
    const ground = layGround();
    const first = await ground.open();
    rmSync(join(first.folder, '.git'), { recursive: true });
    writeFiles(first.folder, { 'a.txt': 'a' });
    await first.save();
    const second = await moved(ground, first);
    expect([read(second, 'a.txt'), existsSync(join(second.folder, '.git'))]).toEqual(['a', false]);
  });
});
