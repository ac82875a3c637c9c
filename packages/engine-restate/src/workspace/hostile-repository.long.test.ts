import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Ground, layGround, moved, read, writeFiles } from './workspace.test-kit.js';

describe('a hostile repository', () => {
  it('runs nothing: no hook, no filter, no monitor', async () => {
    const ground = layGround({ '.gitattributes': '* filter=evil\n', 'a.txt': 'a' });
    const first = await ground.open();
    const touch = `touch ${join(ground.dir, 'ran')}`;
    const git = (...args: readonly string[]) => ground.git(first.folder, ...args);
    for (const key of [
      'filter.evil.clean',
      'filter.evil.smudge',
      'filter.evil.process',
      'core.fsmonitor',
      'core.alternateRefsCommand',
      'core.sshCommand',
    ])
      git('config', key, touch);
    mkdirSync(join(first.folder, '.git/hooks'));
    for (const hook of ['pre-commit', 'post-checkout', 'pre-push', 'post-index-change', 'reference-transaction', 'post-commit']) {
      writeFiles(first.folder, { [`.git/hooks/${hook}`]: `#!/bin/sh\n${touch}\n` });
      chmodSync(join(first.folder, '.git/hooks', hook), 0o755);
    }
    writeFiles(first.folder, { 'a.txt': 'changed' });
    await first.save();
    await first.publish();
    const second = await moved(ground, first);
    expect(read(second, 'a.txt')).toBe('changed');
    expect(existsSync(join(ground.dir, 'ran'))).toBe(false);
    expect(existsSync(join(second.folder, '.git/hooks'))).toBe(false);
    expect(readFileSync(join(second.folder, '.git/config'), 'utf8')).not.toContain('touch');
  });

  it('runs nothing from a repository inside of it', async () => {
    const ground = layGround();
    const first = await ground.open();
    const inner = join(first.folder, 'inner');
    const git = (...args: readonly string[]) => ground.git(inner, ...args);
    ground.git(first.folder, 'init', '--quiet', 'inner');
    writeFiles(inner, { '.gitattributes': '* filter=evil\n', 'a.txt': 'a' });
    git('add', '--all');
    git('commit', '--quiet', '-m', 'Inner');
    const before = await first.save();
    for (const key of ['filter.evil.clean', 'filter.evil.process', 'core.fsmonitor'])
      git('config', key, `touch ${join(ground.dir, 'ran')}`);
    writeFiles(inner, { 'a.txt': 'b' });
    await first.save();
    expect(existsSync(join(ground.dir, 'ran'))).toBe(false);
    for (const key of ['filter.evil.clean', 'filter.evil.process', 'core.fsmonitor']) git('config', '--unset', key);
    git('commit', '--quiet', '-am', 'Inner again');
    const after = await first.save();
    const listed = (files: string) => ground.git(ground.remote, 'ls-tree', files, 'inner');
    expect(listed(before.files)).toContain('160000 commit');
    expect(listed(after.files)).toContain(git('rev-parse', 'HEAD').trim());
  });

  it('may have a repository inside of it that has no commit yet', async () => {
    const ground = layGround();
    const first = await ground.open();
    ground.git(first.folder, 'init', '--quiet', 'inner');
    writeFiles(first.folder, { 'inner/a.txt': 'a', 'b.txt': 'b' });
    const before = await first.save();
    ground.git(join(first.folder, 'inner'), 'commit', '--quiet', '--allow-empty', '-m', 'Inner');
    const after = await first.save();
    const listed = (files: string) => ground.git(ground.remote, 'ls-tree', '--name-only', files).trim().split('\n');
    expect([listed(before.files), listed(after.files)]).toEqual([
      ['README.md', 'b.txt'],
      ['README.md', 'b.txt', 'inner'],
    ]);
  });

  it.each([
    ['a file', (inner: string) => writeFileSync(inner, 'x'), '100644 blob'],
    ['a link', (inner: string) => symlinkSync('README.md', inner), '120000 blob'],
    ['nothing', () => {}, ''],
  ])('may replace a repository inside of it by %s', async (_, replace, listed) => {
    const ground = layGround();
    const { folder, save } = await withInner(ground);
    rmSync(join(folder, 'deep/inner'), { recursive: true });
    replace(join(folder, 'deep/inner'));
    const { files } = await save();
    expect(ground.git(ground.remote, 'ls-tree', files, 'deep/inner').slice(0, listed.length || 1)).toBe(listed);
  });

  it('may replace the folder of a repository inside of it by a link', async () => {
    const ground = layGround();
    const { folder, save } = await withInner(ground);
    renameSync(join(folder, 'deep'), join(ground.dir, 'deep'));
    symlinkSync(join(ground.dir, 'deep'), join(folder, 'deep'));
    const { files } = await save();
    expect(ground.git(ground.remote, 'ls-tree', '-r', files)).toMatch(/^120000 blob \w+\tdeep$/m);
  });

  it('cannot make a worker read or write outside: links in its own folders are not followed', async () => {
    const ground = layGround();
    const first = await ground.open();
    writeFiles(ground.dir, { 'private/key': 'private' });
    symlinkSync(join(ground.dir, 'private'), join(first.folder, '.git/refs/heads/x'));
    symlinkSync(join(ground.dir, 'private/key'), join(first.folder, '.git/ORIG_HEAD'));
    const { commit } = await first.save();
    expect(ground.git(ground.remote, 'ls-tree', '-r', '--name-only', commit)).not.toMatch(/ORIG_HEAD|heads\/x/);
  });
});

/** A workspace with a repository that has a commit in `deep/inner`, pushed once. */
async function withInner(ground: Ground) {
  const workspace = await ground.open();
  const { folder } = workspace;
  mkdirSync(join(folder, 'deep'));
  ground.git(folder, 'init', '--quiet', 'deep/inner');
  ground.git(join(folder, 'deep/inner'), 'commit', '--quiet', '--allow-empty', '-m', 'Inner');
  await workspace.save();
  return { folder, save: () => workspace.save() };
}
