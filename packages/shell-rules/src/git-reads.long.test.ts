import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { git, makeWorkspace, openSession, type Session, write } from './testing/workspace.js';

const { workspace } = makeWorkspace({ 'a.txt': 'a\n', 'sub/b.txt': 'b\n', '.gitignore': 'ignored\n' });
let session: Session;
beforeAll(async () => {
  write(workspace, { 'a.txt': 'changed\n', 'new.txt': 'n\n' });
  git(workspace, 'tag', 'v1');
  session = await openSession(workspace);
});

const READS = [
  'git status',
  'git status -sb',
  'git status --porcelain=v2 --untracked-files=no',
  'git status -uno',
  'git diff',
  'git diff --stat',
  'git diff -U5 -w a.txt',
  'git diff HEAD~1..HEAD --name-only',
  'git diff --cached -- sub',
  'git log',
  'git log --oneline -5',
  'git log -n 5 --graph --all --decorate --since=yesterday',
  'git log -p -3 -- a.txt',
  "git log --format='%h %s' --author ann",
  'git show',
  'git show HEAD:a.txt',
  'git show --stat HEAD',
  "git show 'HEAD^{tree}'",
  'git branch',
  'git branch -a -vv',
  'git branch --show-current',
  "git branch --list 'x*' --sort=-committerdate",
  'git branch --merged main',
  'git rev-parse --abbrev-ref HEAD',
  'git rev-parse --show-toplevel',
  'git ls-files',
  'git ls-files -mo --exclude-standard',
  'git blame -L 1,2 a.txt',
  'git describe --tags --always',
  'git remote -v',
  'git remote',
  'git stash list',
  'git tag',
  "git tag -l 'v*'",
  'git shortlog -sne HEAD',
  'git rev-list --count HEAD',
  'git cat-file -p HEAD:a.txt',
  'git cat-file -t HEAD',
  'git merge-base HEAD main',
  'git show-ref --heads',
  'git symbolic-ref --short HEAD',
  'git worktree list',
  'git reflog',
  'git reflog show -n 3',
  'git name-rev HEAD',
  'git ls-tree -r --name-only HEAD',
  'git grep -n changed',
  'git grep -l a -- sub',
  'git for-each-ref --sort=-committerdate',
  'git --no-pager log -1',
  'git -C sub status',
  'git --version',
  'cd sub && git log --oneline | head -5',
  "git log --oneline 'HEAD@{0}'",
];

describe('git that only reads runs unasked in the workspace (C11)', () => {
  it.each(READS)('%s', (command) => {
    expect(session.decide(command).behavior).toBe('allow');
    expect(session.decide(command, { mode: 'plan' }).behavior).toBe('allow');
  });

  it.each(READS.filter((command) => !command.includes('HEAD~1')))(
    '%s is a command that git takes, and it changes nothing',
    async (command) => {
      const before = git(workspace, 'status', '--porcelain', '--branch');
      expect(await session.run(command)).not.toMatch(/^Exit code (?!1\b)/);
      expect(git(workspace, 'status', '--porcelain', '--branch')).toBe(before);
    },
  );

  it.each([
    'git diff --output=x',
    'git diff --outpu=x',
    'git diff -Oorder',
    'git diff --ext-diff',
    'git diff --textconv',
    'git diff --no-index a.txt new.txt',
    'git diff /dev/null new.txt',
    'git diff /etc/hostname a.txt',
    'git diff - a.txt',
    'git log --show-signature',
    "git log --format='%G?'",
    'git log --output=x',
    'git log --stdin',
    'git show --textconv HEAD:a.txt',
    'git grep --untracked x',
    'git grep --no-index x',
    'git grep -Ovi x',
    'git grep -f list',
    'git branch new',
    'git branch -d main',
    'git branch -m x',
    'git branch -a new',
    'git branch -i -- new',
    "git for-each-ref --format='%(raw)'",
    "git tag -l --format='%(contents)'",
    'git branch --edit-description',
    'git tag v2',
    'git tag -d v1',
    'git tag -v v1',
    'git stash',
    'git stash show -p',
    'git remote add x y',
    'git remote show origin',
    'git remote update',
    'git reflog expire --all',
    'git reflog delete HEAD@{0}',
    'git symbolic-ref HEAD refs/heads/x',
    'git cat-file --batch',
    'git cat-file blob HEAD:a.txt',
    'git cat-file --textconv HEAD:a.txt',
    'git describe --dirty',
    'git blame --contents x a.txt',
    'git ls-files -X list',
    'git config --get remote.origin.url',
    'git worktree add x',
    'git show-ref --exclude-existing',
    'git -c core.pager=x log',
    'git --exec-path=x log',
    'git --git-dir=.git log',
    'git --work-tree=/ status',
    'git -p log',
    'git status $X',
    'git log --onelin',
    'GIT_DIR=.git git log',
    'env GIT_PAGER=x git log',
    './git log',
    'GIT status',
    'git fetch',
    'git zap',
  ])('%s does not', (command) => expect(session.decide(command).behavior).toBe('ask'));

  it('a deny or ask rule for the command holds all the same', () => {
    expect(session.decide('git log', { deny: ['Bash(git log:*)'] }).behavior).toBe('deny');
    expect(session.decide('git -C sub log', { deny: ['Bash(git log:*)'] }).behavior).toBe('deny');
  });
});

describe('a repository whose own configuration may run a program has no unasked commands (C11, C3)', () => {
  const LINES = [
    '[core]\n\tfsmonitor = ./x',
    '[core]\n\tworktree = /',
    '[core]\n\tpager = ./x',
    '[core]\n\tattributesFile = /x',
    '[include]\n\tpath = x',
    '[includeIf "gitdir:/"]\n\tpath = x',
    '[filter "x"]\n\tclean = ./x',
    '[filter "x"] clean = ./x',
    '[diff]\n\texternal = ./x',
    '[diff "x"]\n\ttextconv = ./x',
    '[diff "x"]\n\tcommand = ./x',
    '[gpg]\n\tprogram = ./x',
    '[pager]\n\tlog = ./x',
    '[mailmap]\n\tfile = /x',
    '[blame]\n\tignoreRevsFile = /x',
    '[log]\n\tshowSignature = true',
    '[extensions]\n\tpartialClone = x',
    '[remote "x"]\n\tpromisor = true',
    '[core.x]\n\ta = b',
    '[user]\n\tname = a\\\n[core]\n\tfsmonitor = x',
    '\ufeff[user]\n\tname = a',
    'nothing',
  ];
  it.each(LINES)('%j', async (line) => {
    const place = makeWorkspace();
    write(place.workspace, { '.git/config': `[core]\n\trepositoryformatversion = 0\n\tbare = false\n${line}\n` });
    const asked = await openSession(place.workspace);
    expect(asked.decide('git status').behavior).toBe('ask');
    expect(asked.decide('git log', { mode: 'plan' }).behavior).toBe('deny');
    expect(asked.decide('git status', { allow: ['Bash(git status:*)'] }).behavior).toBe('allow');
  });

  it('everyday settings do not count as dangerous', async () => {
    const place = makeWorkspace();
    for (const pair of [
      'core.hooksPath .husky',
      'remote.origin.url git@x.example:a/b.git',
      'branch.main.remote origin',
      'user.email a@b',
      'pull.rebase true',
      'lfs.repositoryformatversion 0',
      'remote.origin.fetch +refs/heads/*:refs/remotes/origin/*',
    ])
      git(place.workspace, 'config', ...pair.split(' '));
    expect((await openSession(place.workspace)).decide('git status').behavior).toBe('allow');
  });

  it('nor one that leads elsewhere', async () => {
    const place = makeWorkspace();
    const private_ = makeWorkspace();
    const inner = join(place.base, 'points');
    mkdirSync(inner);
    write(inner, { '.git': `gitdir: ${private_.workspace}/.git\n` });
    expect((await openSession(inner)).decide('git log -p').behavior).toBe('ask');
    const linked = join(place.base, 'linked');
    mkdirSync(linked);
    symlinkSync(join(private_.workspace, '.git'), join(linked, '.git'));
    expect((await openSession(linked)).decide('git log -p').behavior).toBe('ask');
    const below = join(place.workspace, 'sub');
    expect((await openSession(below)).decide('git log -p').behavior).toBe('ask');
  });
});
