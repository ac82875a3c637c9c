import { beforeAll, describe, expect, it } from 'vitest';
import { git, makeWorkspace, openSession, type Session, write } from './testing/workspace.js';

const SECRET = 'secret-7c1e';
const DENY = ['Read(**/.env*)'];

const { workspace } = makeWorkspace({
  'a.txt': 'a\n',
  'sub/b.txt': 'b\n',
  '.env.example': 'KEY=\n',
  '.gitignore': '.env\nbuild/\n',
});
/** The object name that git gives to `KEY=`, which a rule denies. */
const BLOB = git(workspace, 'rev-parse', 'HEAD:.env.example').trim();
let session: Session;
beforeAll(async () => {
  session = await openSession(workspace);
  write(workspace, { 'a.txt': 'changed\n', '.env': `${SECRET}\n`, 'build/.env.local': `${SECRET}\n` });
});
const decided = (command: string, allow: readonly string[] = []) => session.decide(command, { deny: DENY, allow }).behavior;

describe('contents that a Read rule denies are not shown by git (C14, C5)', () => {
  it.each([
    'git status',
    'git log --oneline -3',
    'git log --stat',
    'git show --stat HEAD',
    'git show --name-only',
    'git diff --stat HEAD',
    'git diff --cached --name-status',
    'git branch -a',
    'git ls-files',
    'git diff',
    'git diff a.txt',
    'git diff sub',
    'git show HEAD:a.txt',
    'git log -p -- a.txt',
    'git diff --cached -- a.txt',
    'git blame a.txt',
    'git grep -n a -- sub',
    'git cat-file -p HEAD:sub/b.txt',
  ])('%s shows none, so it runs unasked', (command) => expect(decided(command)).toBe('allow'));

  it.each([
    'git diff /dev/null .env',
    'git diff --no-index /dev/null .env',
    'git diff a.txt .env',
    'git show HEAD:.env',
    'git show -s HEAD:.env.example',
    'git show -L1,1:.env.example main',
    'git show --stat HEAD:.env.example',
    'git show HEAD:./.env',
    'git show :0:.env',
    'git show :.env',
    'git cat-file -p HEAD:.env.example',
    'cd sub && git show HEAD:../.env',
    'git -C sub show HEAD:.env',
    'git log -p -- .env',
    'git blame .env.example',
    'git blame HEAD -- .env.example',
    'git add -f .env',
    'git add --force .',
    'git add -f -- build',
    'git stash -a',
    'git commit -m x .env.example .env',
  ])('%s is denied, also under a rule for git', (command) => expect(decided(command, ['Bash(git:*)'])).toBe('deny'));

  it.each([
    'git show main:sub main',
    'git log -p --follow -- a.txt',
    'git diff main~1 main',
    'git stash show -p',
    'git show main^{tree}',
    `git show ${BLOB}`,
    `git show -s ${BLOB}`,
    'git show --branches main:sub',
    'git show --glob=x main:sub',
    `git show --name-only HEAD ${BLOB}`,
    `git show --max-count=1 ${BLOB}`,
    `git diff ${BLOB} HEAD`,
    `git log -p ${BLOB}`,
    'git grep KEY',
    "git grep '' HEAD:sub",
    "git grep KEY -- ':(top)'",
    "git grep -h '' -- '.e*'",
    "git diff HEAD -- ':!a.txt'",
    "git log -p -- ':(attr:x)'",
    "git show 'HEAD@{10:00}'",
    'git cat-file -p main',
    'git format-patch -1 --stdout',
    'git archive HEAD',
    'git log --patch-with-raw',
    'git checkout -p',
    'git status -v',
    'git status --verb',
    'git commit --dry-run -v',
    'git show -s main:sub main',
    'git add -p',
    "git add ':(glob)**'",
    'git rm x && git diff a.txt',
  ])('%s may show one, so it is asked about, also under a rule for git', (command) =>
    expect(decided(command, ['Bash(git:*)'])).toBe('ask'),
  );

  it.each([
    'git add -A',
    'git add .',
    'git add a.txt',
    'git commit -am x',
    'git commit -m x',
    'git stash',
    'git stash -u',
    'git stash pop',
    'git checkout -b x',
    'git push',
    'git fetch',
  ])('%s takes up none that is ignored, so its rule covers it', (command) =>
    expect(decided(command, ['Bash(git:*)'])).toBe('allow'),
  );

  it('a changed file that is tracked is denied to what shows changes, and to what commits them', async () => {
    const place = makeWorkspace({ 'a.txt': 'a\n', '.env': 'old\n' });
    const asked = await openSession(place.workspace);
    const about = (command: string) => asked.decide(command, { deny: DENY, allow: ['Bash(git:*)'] }).behavior;
    expect(about('git diff')).toBe('allow');
    write(place.workspace, { '.env': `${SECRET}\n` });
    expect(['git diff', 'git diff .', 'git commit -am x', 'git stash', 'git add -u', 'git add .'].map(about)).toEqual(
      Array(6).fill('deny'),
    );
    expect(['git diff --stat', 'git diff a.txt', 'git add a.txt'].map(about)).toEqual(['allow', 'allow', 'allow']);
  });

  it('one that is neither tracked nor ignored is not taken up with all others', async () => {
    const place = makeWorkspace({ 'a.txt': 'a\n' });
    write(place.workspace, { 'deep/er/.env': SECRET });
    const asked = await openSession(place.workspace);
    const about = (command: string) => asked.decide(command, { deny: DENY, allow: ['Bash(git:*)'] }).behavior;
    expect(['git add -A', 'git add deep', 'git stash -u'].map(about)).toEqual(['deny', 'deny', 'deny']);
    expect(about('git add a.txt')).toBe('allow');
  });

  it('where no rule is about reading, all of it runs unasked', () => {
    for (const command of ['git diff --cached', 'git show', 'git log -p', 'git grep KEY', 'git diff HEAD'])
      expect(session.decide(command).behavior).toBe('allow');
  });

  it('an index that cannot be read as a whole counts as one with every file', async () => {
    const place = makeWorkspace();
    git(place.workspace, 'update-index', '--split-index');
    const asked = await openSession(place.workspace);
    expect(asked.decide('git diff', { deny: DENY }).behavior).toBe('ask');
  });

  it.each(['2', '3', '4'])('the index of version %s is read as git reads it', async (version) => {
    const names = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`f${index % 7}/${'x'.repeat(index % 40)}${index}`, '']),
    );
    const place = makeWorkspace(names);
    git(place.workspace, 'update-index', '--index-version', version);
    if (version === '3') git(place.workspace, 'update-index', '--skip-worktree', 'f1/x1');
    const { trackedFiles } = await import('./place/git-index.js');
    const told = trackedFiles(`${place.workspace}/.git`)?.map(({ path, hash }) => `${hash} ${path}`);
    expect(told).toEqual(git(place.workspace, 'ls-files', '--format=%(objectname) %(path)').trim().split('\n'));
  });
});
