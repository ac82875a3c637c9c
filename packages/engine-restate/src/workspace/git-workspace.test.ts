import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { GitWorkspace } from './git-workspace.js';
import { type Ground, layGround, writeFiles } from './workspace.test-kit.js';

/** Moves a run to a worker that has nothing of it. */
async function moved({ open }: Ground, from: GitWorkspace): Promise<GitWorkspace> {
  const { mark, folder } = from;
  await from.close();
  return open({ mark, folder });
}

const read = ({ folder }: GitWorkspace, name: string) => readFileSync(join(folder, name), 'utf8');

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

describe('what is pushed', () => {
  it('has no ignored file, unless the agent has added it to its repository', async () => {
    const ground = layGround({ '.gitignore': '*.log\n.env\n' });
    const workspace = await ground.open();
    writeFiles(workspace.folder, { '.env': 'KEY=1', 'a.log': 'a', 'b.log': 'b', 'c.txt': 'c' });
    ground.git(workspace.folder, 'add', '--force', 'b.log');
    const { files, commit } = await workspace.save();
    expect(ground.git(ground.remote, 'ls-tree', '--name-only', files).trim().split('\n')).toEqual([
      '.gitignore',
      'README.md',
      'b.log',
      'c.txt',
    ]);
    expect(ground.git(ground.remote, 'ls-tree', '-r', '--name-only', commit)).not.toContain('.env');
  });

  it.each([
    ['in a file', (folder: string) => writeFiles(folder, { 'a.txt': 'the key is hunter2-hunter2.' })],
    ['in the name of a file', (folder: string) => writeFiles(folder, { 'hunter2-hunter2.txt': 'x' })],
    [
      'in a new name of a file that was pushed before',
      (folder: string) => renameSync(join(folder, 'README.md'), join(folder, 'hunter2-hunter2')),
    ],
    ['in the name of a branch', (folder: string, { git }: Ground) => git(folder, 'branch', '--quiet', 'hunter2-hunter2')],
    [
      'in a message of a commit',
      (folder: string, { git }: Ground) => git(folder, 'commit', '--quiet', '--allow-empty', '-m', 'hunter2-hunter2'),
    ],
    [
      'in a file that a later commit has removed',
      (folder: string, { git }: Ground) => {
        writeFiles(folder, { 'a.txt': 'hunter2-hunter2' });
        git(folder, 'add', 'a.txt');
        git(folder, 'commit', '--quiet', '-m', 'One');
        git(folder, 'rm', '--quiet', 'a.txt');
        git(folder, 'commit', '--quiet', '-m', 'Two');
      },
    ],
  ])('has no secret: %s', async (_, write) => {
    const ground = layGround();
    const workspace = await ground.open({ hide: (text) => text.replaceAll('hunter2-hunter2', '[secret]') });
    write(workspace.folder, ground);
    const error = await workspace.save().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'ENGINE_WORKSPACE_SECRET' });
    expect(String(error)).not.toContain('hunter2-hunter2');
    expect(ground.git(ground.remote, 'rev-parse', 'refs/loadout-state/run-1').trim()).toBe(workspace.mark.commit);
  });

  it('has no file above the limit', async () => {
    const workspace = await layGround().open();
    writeFiles(workspace.folder, { 'core.1': '' });
    truncateSync(join(workspace.folder, 'core.1'), 51 * 1024 * 1024);
    await expect(workspace.save()).rejects.toThrow('core.1 has 53477376 bytes');
  });

  it('has no file of the repository above the limit, and none is read into memory', async () => {
    const workspace = await layGround().open();
    writeFiles(workspace.folder, { '.git/ORIG_HEAD': '' });
    // Node cannot even hold the text of such a file.
    truncateSync(join(workspace.folder, '.git/ORIG_HEAD'), 600 * 1024 * 1024);
    await expect(workspace.save()).rejects.toMatchObject({ code: 'ENGINE_WORKSPACE_LARGE' });
  });

  it('is refused with the words of git if git cannot store it', async () => {
    const workspace = await layGround().open();
    // Some file systems take this name for `.git`.
    writeFiles(workspace.folder, { 'src/git~1': 'a' });
    await expect(workspace.save()).rejects.toMatchObject({
      code: 'ENGINE_WORKSPACE_FILES',
      message: expect.stringContaining('src/git~1'),
    });
  });
});

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

describe('a remote', () => {
  it('that does not answer is an error that says what to check, and the next push brings everything', async () => {
    const ground = layGround();
    const workspace = await ground.open();
    writeFiles(workspace.folder, { 'a.txt': 'a' });
    ground.git(ground.dir, 'clone', '--quiet', '--mirror', ground.remote, 'kept.git');
    rmSync(ground.remote, { recursive: true });
    await expect(workspace.save()).rejects.toMatchObject({ code: 'ENGINE_WORKSPACE_GIT' });
    ground.git(ground.dir, 'clone', '--quiet', '--mirror', 'kept.git', ground.remote);
    const { files } = await workspace.save();
    expect(ground.git(ground.remote, 'show', `${files}:a.txt`)).toBe('a');
  });

  it.each(['run-1', 'deadlock'])('that rejects a push of %s says why', async (session) => {
    const ground = layGround();
    const workspace = await ground.open({ session });
    writeFiles(ground.remote, { 'hooks/pre-receive': '#!/bin/sh\necho "The quota is used up." >&2\nexit 1\n' });
    chmodSync(join(ground.remote, 'hooks/pre-receive'), 0o755);
    writeFiles(workspace.folder, { 'a.txt': 'a' });
    await expect(workspace.save()).rejects.toThrow('The quota is used up.');
    await expect(workspace.save()).rejects.toMatchObject({ code: 'ENGINE_WORKSPACE_REJECTED' });
  });

  it('whose answer was lost has the step, and the worker still has the run', async () => {
    const ground = layGround();
    const workspace = await ground.open();
    const hook = join(ground.remote, 'hooks/post-receive');
    writeFiles(ground.remote, { 'hooks/post-receive': '#!/bin/sh\nkill -9 $PPID\n' });
    chmodSync(hook, 0o755);
    writeFiles(workspace.folder, { 'a.txt': 'a' });
    const { commit } = workspace.mark;
    await expect(workspace.save()).rejects.toMatchObject({ code: 'ENGINE_WORKSPACE_GIT' });
    expect(ground.git(ground.remote, 'rev-parse', 'refs/loadout-state/run-1').trim()).not.toBe(commit);
    rmSync(hook);
    rmSync(join(workspace.folder, 'a.txt'));
    await workspace.save();
    await workspace.publish();
    writeFiles(workspace.folder, { 'b.txt': 'b' });
    const { files } = await workspace.save();
    expect(ground.git(ground.remote, 'ls-tree', '--name-only', files)).toBe('README.md\nb.txt\n');
  });

  it.each(['..', '../x', 'run-1/../..', 'a b', ''])('cannot make the folder of a run be %j', async (session) => {
    const ground = layGround();
    writeFiles(ground.dir, { 'workspaces/run-2/kept': 'kept', 'x/kept': 'kept' });
    await expect(ground.open({ session })).rejects.toMatchObject({ code: 'SESSION_ID_INVALID' });
    expect(existsSync(join(ground.dir, 'workspaces/run-2/kept'))).toBe(true);
    expect(existsSync(join(ground.dir, 'x/kept'))).toBe(true);
  });

  it('must be permitted to the worker, and have the ref', async () => {
    const ground = layGround();
    await expect(ground.open({ remotes: ['/elsewhere/', ground.dir] })).rejects.toMatchObject({
      code: 'ENGINE_WORKSPACE_REMOTE',
    });
    await expect(ground.open({ wish: { remote: ground.remote, ref: 'none' } })).rejects.toMatchObject({
      code: 'ENGINE_WORKSPACE_REF',
    });
    await expect(ground.open({ folder: '/elsewhere' })).rejects.toMatchObject({ code: 'ENGINE_WORKSPACE_FOLDER' });
  });

  it('and its folder must belong to the worker alone', async () => {
    const ground = layGround();
    mkdirSync(join(ground.dir, 'shared'));
    chmodSync(join(ground.dir, 'shared'), 0o777);
    await expect(ground.open({ base: join(ground.dir, 'shared') })).rejects.toThrow('other users may write to it');
  });
});
