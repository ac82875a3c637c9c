import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { embedBare, git, makeWorkspace, openSession, write } from './testing/workspace.js';

const ALLOW = [
  'Bash(git:*)',
  'Bash(npm test:*)',
  'Bash(make:*)',
  'Bash(tar:*)',
  'Bash(unzip:*)',
  'Bash(pytest:*)',
  'Bash(cp:*)',
  'Bash(mv:*)',
];

describe('a rule for a program holds in the folders of the workspace itself (C3)', () => {
  const { workspace } = makeWorkspace({ 'packages/core/package.json': '{}', Makefile: 'x:\n' });

  it.each([
    'cd packages/core && npm test',
    'cd packages && git status',
    'git -C packages/core commit -m x',
    'mkdir -p out && cd out && make',
  ])('%s', async (command) => {
    const session = await openSession(workspace);
    const allow = [...ALLOW, 'Bash(mkdir:*)', 'Bash(git -C packages/core commit:*)'];
    expect(session.decide(command, { allow })).toMatchObject({ behavior: 'allow' });
  });

  it('and in a linked worktree of its repository', async () => {
    const place = makeWorkspace();
    git(place.workspace, 'worktree', 'add', '-q', '.claude/worktrees/x');
    const session = await openSession(place.workspace);
    expect(session.decide('cd .claude/worktrees/x && git status').behavior).toBe('allow');
    expect(session.decide('make', { allow: ALLOW, cwd: join(place.workspace, '.claude/worktrees/x') }).behavior).toBe('allow');
  });
});

describe('in a folder of somebody else, programs that take orders from its files are asked about (C3)', () => {
  const STRANGE: readonly (readonly [name: string, make: (workspace: string, base: string) => void])[] = [
    ['a nested repository', (workspace) => execFileSync('git', ['init', '-q', join(workspace, 'evil')])],
    ['a repository without a working tree', (workspace, base) => embedBare(join(workspace, 'evil'), join(base, 'fired'))],
    [
      'one whose objects lie elsewhere',
      (workspace, base) => {
        git(base, 'init', '-q', '--bare', 'far');
        write(join(workspace, 'evil'), { HEAD: 'ref: refs/heads/main\n', commondir: join(base, 'far') });
      },
    ],
    [
      'a .git file that leads elsewhere',
      (workspace, base) => {
        git(base, 'init', '-q', 'far');
        write(join(workspace, 'evil'), { '.git': `gitdir: ${join(base, 'far', '.git')}\n` });
      },
    ],
    [
      'a .git file that pretends to be a worktree',
      (workspace, base) => {
        git(base, 'init', '-q', 'far');
        write(join(workspace, 'evil'), { '.git': 'gitdir: admin/worktrees/x\n', 'admin/worktrees/x/HEAD': 'ref: x\n' });
        write(join(workspace, 'evil/admin'), {
          'worktrees/x/commondir': join(workspace, '.git'),
          'worktrees/x/gitdir': join(workspace, 'evil/.git'),
        });
      },
    ],
    ['a .git that is empty', (workspace) => mkdirSync(join(workspace, 'evil/.git'), { recursive: true })],
    [
      'a link to outside',
      (workspace, base) => {
        mkdirSync(join(base, 'far'));
        symlinkSync(join(base, 'far'), join(workspace, 'evil'));
      },
    ],
    [
      'a link to a nested repository',
      (workspace) => {
        execFileSync('git', ['init', '-q', join(workspace, 'real')]);
        symlinkSync('real', join(workspace, 'evil'));
      },
    ],
  ];

  describe.each(STRANGE)('%s', (_, make) => {
    const { workspace, base } = makeWorkspace({ 'a.txt': 'a\n' });
    make(workspace, base);
    it.each(['git status', 'npm test', 'make', './x', 'git log -p'])('%s, however it was entered', async (command) => {
      const session = await openSession(workspace);
      const allow = [...ALLOW, 'Bash(./x)'];
      expect(session.decide(`cd evil && ${command}`, { allow }).behavior).toBe('ask');
      expect(session.decide(command, { allow, cwd: join(workspace, 'evil') })).toMatchObject({ behavior: 'ask' });
      expect(session.decide(command.replace(/^git/, 'git -C evil'), { allow }).behavior).toBe(
        command.startsWith('git') ? 'ask' : 'allow',
      );
    });
    it('and says which folder it is, and why', async () => {
      const session = await openSession(workspace);
      const { reason } = session.decide('git status', { cwd: join(workspace, 'evil'), allow: ALLOW });
      expect(reason).toMatch(/git takes orders from files of its folder, and .*(?:evil|real|far).*(?:repository|outside)/);
    });
  });

  it('a program that is given a path there works there', async () => {
    const { workspace } = makeWorkspace();
    execFileSync('git', ['init', '-q', join(workspace, 'evil')]);
    write(workspace, { 'evil/test_x.py': '' });
    const session = await openSession(workspace);
    for (const command of ['pytest evil', 'pytest evil/test_x.py', 'pytest --rootdir=evil', 'make -j2 evil'])
      expect(session.decide(command, { allow: ALLOW }).behavior).toBe('ask');
    expect(session.decide('pytest sub', { allow: ALLOW }).behavior).toBe('allow');
    expect(session.decide('cat evil/test_x.py').behavior).toBe('allow');
  });

  it('a submodule with a program in its configuration is looked into by git alone (C3)', async () => {
    const { workspace, base } = makeWorkspace();
    execFileSync('git', ['init', '-q', join(workspace, 'inner')]);
    write(workspace, { 'inner/s': 's\n' });
    git(join(workspace, 'inner'), 'add', '.');
    git(join(workspace, 'inner'), 'commit', '-qm', 's');
    git(workspace, 'add', 'inner');
    const session = await openSession(workspace);
    expect(session.decide('git status').behavior).toBe('allow');
    git(join(workspace, 'inner'), 'config', 'filter.x.clean', `touch ${join(base, 'fired')}`);
    for (const command of ['git status', 'git diff --stat', 'git commit -am x', 'git add -u'])
      expect(session.decide(command, { allow: ALLOW }), command).toMatchObject({
        behavior: 'ask',
        reason: expect.stringContaining('submodule inner'),
      });
    expect(session.decide('git log').behavior).toBe('allow');
  });
});

describe('a repository inside the workspace is not taken up as a submodule that acts (C3)', () => {
  const nested = () => {
    const { workspace, base } = makeWorkspace();
    mkdirSync(join(workspace, 'evil'));
    git(join(workspace, 'evil'), 'init', '-q');
    write(workspace, { 'evil/e': 'e\n' });
    git(join(workspace, 'evil'), 'add', '.');
    git(join(workspace, 'evil'), 'commit', '-qm', 'e');
    return { workspace, base };
  };
  it.each([
    'git add .',
    'git add -A',
    'git add evil',
    'git add evil; git status',
    'git checkout main && git status',
    'git stash pop; git diff',
    'mv evil x && git add a.txt; git switch x; git status',
  ])('%s', async (command) => {
    const { workspace, base } = nested();
    const session = await openSession(workspace);
    if (!command.startsWith('mv')) expect(session.decide(command, { allow: ALLOW }).behavior).toBe('allow');
    git(join(workspace, 'evil'), 'config', 'filter.x.clean', `touch ${base}/fired`);
    expect(session.decide(command, { allow: ALLOW }).behavior).toBe('ask');
    expect(session.decide('git add a.txt && git commit -m x', { allow: ALLOW }).behavior).toBe('allow');
  });
});

describe('a folder that this session filled from elsewhere is one of somebody else (C3, C14)', () => {
  const packed = () => {
    const place = makeWorkspace();
    write(place.base, { 'src/Makefile': 'x:\n', 'src/.git/hooks/post-checkout': 'fired\n' });
    mkdirSync(join(place.workspace, 'own'));
    execFileSync('tar', ['cf', join(place.workspace, 'a.tar'), '-C', join(place.base, 'src'), 'Makefile']);
    return place;
  };

  it.each(['tar xf a.tar -C own', 'tar -xf a.tar --directory=own', 'tar -x -f a.tar -C own'])('%s', async (command) => {
    const { workspace } = packed();
    const session = await openSession(workspace);
    expect(session.decide('cd own && make', { allow: ALLOW }).behavior).toBe('allow');
    expect(await session.run(command, { allow: ALLOW })).toBeDefined();
    expect(session.decide('cd own && make', { allow: ALLOW })).toMatchObject({
      behavior: 'ask',
      reason: expect.stringContaining(`filled by this session with ${command}`),
    });
    expect(session.decide('make', { allow: ALLOW, cwd: join(workspace, 'own') }).behavior).toBe('ask');
    expect(session.decide('make', { allow: ALLOW }).behavior).toBe('allow');
    expect(await session.run('cp -r own copy', { allow: ALLOW })).toBeDefined();
    expect(session.decide('cd copy && make', { allow: ALLOW }).behavior).toBe('ask');
  });

  it('within one command too', async () => {
    const { workspace } = packed();
    const session = await openSession(workspace);
    for (const command of [
      'tar xf a.tar -C own && cd own && make',
      'cp -r sub own/new; cd own/new; git status',
      'git clone x own/y && cd own/y && npm test',
    ])
      expect(session.decide(command, { allow: ALLOW }).behavior, command).toBe('ask');
  });

  it('a folder copied from outside the working directories counts as filled from elsewhere', async () => {
    const { workspace, base } = packed();
    const session = await openSession(workspace);
    const allow = [...ALLOW, `Read(/${base}/src/**)`];
    expect(await session.run(`cp -r ${base}/src own/from`, { allow })).toBeDefined();
    expect(session.decide('cd own/from && make', { allow }).behavior).toBe('ask');
    expect(session.decide('cd own && make', { allow }).behavior).toBe('allow');
  });

  it('a session that is resumed still knows', async () => {
    const { createMadeFolders } = await import('./place/made-folders.js');
    const { base } = packed();
    createMadeFolders()(base).add([{ path: '/w/own', by: 'tar xf a.tar' }]);
    expect(createMadeFolders()(base).within('/w/own/deep')).toEqual({ path: '/w/own', by: 'tar xf a.tar' });
    expect(createMadeFolders()(base).within('/w/owner')).toBeUndefined();
  });

  it.each([
    'tar xf a.tar',
    'tar xzf a.tgz',
    'unzip a.zip',
    'tar xf a.tar -C .',
    'unzip a.zip -d .',
    '7z x a.7z',
    'cpio -id',
    'git apply x.diff',
    'git am x.diff',
    'patch -p1',
    'rsync -a x/ .',
  ])('%s unpacks over the workspace and its .git, so no rule covers it (C14)', async (command) => {
    const { workspace } = packed();
    const session = await openSession(workspace);
    const allow = [...ALLOW, 'Bash(patch:*)', 'Bash(7z:*)', 'Bash(cpio:*)', 'Bash(rsync:*)', 'Edit(/**)'];
    expect(session.decide(command, { allow }).behavior).toBe('ask');
    expect(session.decide(command, { allow, mode: 'bypassPermissions' }).behavior).toBe('ask');
  });

  it.each([
    'tar xf a.tar -C "$X"',
    'tar xfC a.tar own',
    'tar xf a.tar -C own -C deep',
    'tar xf a.tar --strip-components=1 --transform=s/a/b/',
  ])('%s unpacks to a place that is not known (C14)', async (command) => {
    const { workspace } = packed();
    expect((await openSession(workspace)).decide(command, { allow: [...ALLOW, 'Edit(/**)'] }).behavior).toBe('ask');
  });

  it('listing and packing are not unpacking', async () => {
    const { workspace } = packed();
    const session = await openSession(workspace);
    for (const command of ['tar tf a.tar', 'tar czf b.tgz sub', 'unzip -l a.zip', 'tar -tvf a.tar'])
      expect(session.decide(command, { allow: ALLOW }).behavior, command).toBe('allow');
  });

  it('hooks in an archive do not become hooks of the workspace (C14)', async () => {
    const { workspace, base } = packed();
    execFileSync('tar', ['cf', join(workspace, 'hooks.tar'), '-C', join(base, 'src'), '.git/hooks/post-checkout']);
    const session = await openSession(workspace);
    expect(await session.run('tar xf hooks.tar', { allow: ALLOW })).toBeUndefined();
    expect(await session.run('tar xf hooks.tar -C .git/..', { allow: ALLOW })).toBeUndefined();
    expect(await session.run('tar xf hooks.tar -C own', { allow: ALLOW })).toBeDefined();
    expect(await session.run('cp -rT own .', { allow: ALLOW })).toBeUndefined();
    expect(await session.run('cp -r own/.git .', { allow: ALLOW })).toBeUndefined();
    expect(await session.run('mv own/.git/hooks .git', { allow: ALLOW })).toBeUndefined();
    expect(existsSync(join(workspace, '.git/hooks/post-checkout'))).toBe(false);
  });
});

describe('a person’s own repository (C3)', () => {
  it('runs its hooks when a rule lets git commit', async () => {
    const { workspace, base } = makeWorkspace();
    write(workspace, { '.git/hooks/pre-commit': `#!/bin/sh\ntouch ${join(base, 'ran')}\n`, 'n.txt': 'n\n' });
    execFileSync('chmod', ['+x', join(workspace, '.git/hooks/pre-commit')]);
    git(workspace, 'config', 'user.name', 'a');
    git(workspace, 'config', 'user.email', 'a@b');
    const session = await openSession(workspace);
    expect(await session.run('git add n.txt && git commit -m two', { allow: ALLOW })).toContain('two');
    expect(existsSync(join(base, 'ran'))).toBe(true);
  });

  it('is every one of the working directories that was given', async () => {
    const { workspace } = makeWorkspace();
    execFileSync('git', ['init', '-q', join(workspace, 'other')]);
    const { strangeness } = await import('./place/own-folders.js');
    expect(strangeness(join(workspace, 'other'), { roots: [workspace] })).toContain('a repository of its own');
    expect(strangeness(join(workspace, 'other'), { roots: [workspace, join(workspace, 'other')] })).toBeUndefined();
  });
});
