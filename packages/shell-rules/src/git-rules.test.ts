import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { git, makeWorkspace, openSession, type Session, write } from './testing/workspace.js';

const { workspace, base } = makeWorkspace();
const RULES = { allow: ['Bash(git:*)'], deny: ['Bash(rm:*)'] };
let session: Session;
beforeAll(async () => {
  git(workspace, 'remote', 'add', 'origin', '../far');
  session = await openSession(workspace);
});

const SPEAKS = "<<< 'connect git-upload-pack'";

describe('a rule for git covers the subcommands of its table (N1)', () => {
  it('git remote-ext, which runs any program, asks or is denied, and runs where a rule names it', async () => {
    mkdirSync(join(workspace, 'victim'));
    expect(session.decide(`git remote-ext a 'rm -rf victim' ${SPEAKS}`, RULES).behavior).toBe('deny');
    expect(session.decide(`git remote-ext a 'touch fired' ${SPEAKS}`, RULES).behavior).toBe('ask');
    expect(await session.run(`git remote-ext a 'rmdir victim' ${SPEAKS}`, { allow: ['Bash(git:*)'] })).toBeUndefined();
    expect(existsSync(join(workspace, 'victim'))).toBe(true);
    await session.run(`git remote-ext a 'rmdir victim' ${SPEAKS}`, { allow: ['Bash(git remote-ext:*)'] });
    expect(existsSync(join(workspace, 'victim'))).toBe(false);
  });

  it.each([
    'git remote-ext a b',
    'git remote-fd 3',
    'git credential fill',
    'git credential-store get',
    'git upload-pack .',
    'git receive-pack .',
    'git upload-archive .',
    'git shell -c x',
    'git daemon',
    'git send-email x',
    'git fast-import',
    'git mailsplit -o. x',
    'git pack-objects x',
    'git index-pack x',
    'git quiltimport',
    'git worktree add ../x',
    'git worktree move x ../y',
    'git submodule update --init',
    'git submodule foreach x',
    'git submodule add https://x/y',
    'git bisect run x',
    'git bisect visualize',
    'git difftool',
    'git mergetool',
    'git filter-branch',
    'git help log',
    'git maintenance start',
    'git hook run pre-commit',
    'git for-each-repo --config=x y',
    'git remote add x https://y/z',
    'git remote set-url origin https://y/z',
    'git config remote.origin.url https://y/z',
    'git config branch.main.remote https://y/z',
    'git config core.editor x',
    'git config --global alias.x !y',
    'git config --edit',
    'git config -f x a.b c',
    'git x',
    'git lfs pull',
    'git log --help',
    'git commit-graph write',
    'git notes edit',
    'git stash create',
    'git reflog drop x',
    'git update-ref HEAD x',
    'git checkout-index --prefix=../x -a',
  ])('%j asks', (command) => expect(session.decide(command, RULES).behavior).toBe('ask'));

  it.each([
    'git -c core.pager=x log',
    'git -c alias.x=!y x',
    'git --config-env=a.b=c log',
    'git --exec-path=x log',
    'git --git-dir=x log',
    'git --work-tree=x status',
    'git --list-cmds=main',
    'git --paginate log',
    'git -p log',
    'git -P -c a=b log',
    'git -Csub -c a=b log',
    'git --glob-pathspecs log -p',
    'GIT_SSH_COMMAND=x git fetch',
    'GIT_EXEC_PATH=x git log',
    'env GIT_DIR=x git log',
    'git fetch https://x/y',
    'git fetch ext::x',
    'git fetch -- ext::x',
    'git fetch ../x',
    'git fetch x:y',
    'git fetch --upload-pack=x origin',
    'git fetch --upload-pac=x origin',
    'git pull --upload-pack x origin',
    'git pull https://x/y',
    'git pull --rebase=interactive',
    'git push https://x/y main',
    'git push --repo=https://x/y',
    'git push --receive-pack=x origin',
    'git push --exec x origin',
    'git ls-remote https://x/y',
    'git clone ext::x',
    'git clone ../x y',
    'git clone /x y',
    'git clone -c a=b https://x/y',
    'git clone --upload-pack=x https://x/y',
    'git clone --template=x https://x/y',
    'git clone --recurse-submodules https://x/y',
    'git clone https://x/y ../z',
    'git init ../x',
    'git init /tmp/x',
    'git init --template=x',
    'git init --separate-git-dir=x',
    'git rebase -x y main',
    'git rebase --exec=y main',
    'git rebase -i main',
    'git rebase -qx y main',
    'git merge -s evil x',
    'git merge --strategy=evil x',
    'git cherry-pick --strategy evil x',
    'git rebase -s evil x',
    'git commit -F /etc/hostname',
    'git commit -S -m x',
    'git tag -s v9',
    'git tag -v v1',
    'git grep -Oless x',
    'git grep --open-files-in-pager=x y',
    'git grep --no-index x',
    'git grep -f x',
    'git diff --no-index a b',
    'git diff --ext-diff',
    'git log --textconv',
    'git log --output=x',
    'git log --outpu=x',
    'git log --format=%G?',
    'git log --format="$X"',
    'git log --show-signature',
    'git show -O x',
    'git archive --remote=x HEAD',
    'git archive --exec=x HEAD',
    'git archive -o x HEAD',
    'git archive --format=x HEAD',
    'git format-patch -o ../x HEAD',
    'git blame --contents x a.txt',
    'git add --pathspec-from-file=x',
    'git update-index --index-info',
    'git hash-object -w /etc/hostname',
    'git cat-file --textconv HEAD:a.txt',
    'git clean -i',
    'git revert --edit HEAD',
    'git apply --directory=../x y',
    'git checkout --recurse-submodules x',
    'git log a$X',
  ])('%j asks', (command) => expect(session.decide(command, RULES).behavior).toBe('ask'));

  it.each([
    'git remote add x https://y/z',
    'git push --receive-pack=x origin',
    'git -c core.pager=x log',
    'git fetch https://x/y',
    'git config core.editor x',
    'git worktree add ../x',
  ])('a rule that is exactly %j allows it', (command) =>
    expect(session.decide(command, { allow: [`Bash(${command})`] }).behavior).toBe('allow'),
  );

  it('a rule that does not name every such word of a command does not allow it', () => {
    const command = 'git push --receive-pack=x --exec=y origin';
    expect(session.decide(command, { allow: ['Bash(git push --receive-pack=x:*)'] }).behavior).toBe('ask');
    expect(session.decide(command, { allow: ['Bash(git push --receive-pack=x --exec=y:*)'] }).behavior).toBe('allow');
    expect(session.decide('git remote-ext a > "$X"', { allow: ['Bash(git remote-ext:*)'] }).behavior).toBe('ask');
    expect(session.decide('git remote-ext a $X', { allow: ['Bash(git remote-ext:*)'] }).behavior).toBe('allow');
  });

  it.each([
    "git submodule foreach 'rm x'",
    'git bisect run rm x',
    "git rebase -x 'rm x'",
    "git grep -O'rm x' y",
    'git -c alias.x="!rm y" x',
    'git difftool -x rm',
  ])('a deny rule sees the command in %j', (command) =>
    expect(session.decide(command, { allow: ['Bash'], deny: ['Bash(rm:*)'] }).behavior).toBe('deny'),
  );

  it.each([
    'git rm a.txt',
    'git rm -r sub',
    'git commit -m "rm x"',
    "git commit -m 'rm -rf victim'",
    'git log --grep rm',
    'git add rm',
  ])('%j is no rm', (command) => expect(session.decide(command, RULES).behavior).toBe('allow'));

  it.each([
    'git init sub/new',
    'git clone https://github.com/a/b',
    'git clone --depth 1 git@github.com:a/b.git sub/c',
    'git fetch origin +refs/heads/*:refs/remotes/origin/*',
    'git push -u origin HEAD:refs/heads/x',
    'git push --force-with-lease origin main',
    'git pull --rebase --autostash origin main',
    'git stash push -m "a b" -- a.txt',
    'git bisect start HEAD v1',
    'git checkout -b x/y origin/main',
    'git rebase --onto main a b',
    'git cherry-pick -x HEAD~1',
    'git tag -a v2 -m "two"',
    'git clean -fdx',
    'git sparse-checkout set sub',
    'git diff --word-diff-regex=. HEAD',
    'git commit -m "- a list"',
    'git commit -m "$X"',
    'git checkout -- "$X"',
    'git format-patch -1 --stdout',
    'git config user.email a@b',
    'git config branch.main.remote origin',
    'git worktree list --porcelain',
    'git submodule status',
  ])('%j needs no other rule', (command) => expect(session.decide(command, RULES).behavior).toBe('allow'));

  it('git init through a link that leads outside asks', () => {
    symlinkSync(base, join(workspace, 'out'));
    expect(session.decide('git init out/x', RULES).behavior).toBe('ask');
    expect(session.decide('git -C out init x', RULES).behavior).toBe('ask');
  });
});

describe('looks that need no rule (N1)', () => {
  it.each([
    'git stash show',
    'git stash show --stat stash@{0}',
    'git config --get user.name',
    'git config --get core.autocrlf',
    'git check-ignore -v a.txt',
    'git count-objects -vH',
  ])('%j', (command) => {
    expect(session.decide(command).behavior).toBe('allow');
    expect(session.decide(command, { mode: 'plan' }).behavior).toBe('allow');
  });

  it.each([
    'git config --get remote.origin.url',
    'git config --get http.extraheader',
    'git config --list',
    'git config --get-regexp .',
  ])('%j may show a key, and asks', (command) => expect(session.decide(command).behavior).toBe('ask'));

  it('git stash show asks where a rule denies files, since a setting makes it show them', () => {
    expect(session.decide('git stash show', { deny: ['Read(**/.env)'] }).behavior).toBe('ask');
    expect(session.decide('git stash show --stat', { deny: ['Read(**/.env)'] }).behavior).toBe('allow');
    write(workspace, { 'a.txt': 'a\n' });
  });
});

it.each(['git stash list -c', 'git stash list -p', 'git stash list --cc', 'git stash list -L1,1:a.txt'])(
  '%j shows contents, and asks where a rule denies files (N1)',
  (command) => expect(session.decide(command, { allow: ['Bash(git:*)'], deny: ['Read(**/.env)'] }).behavior).toBe('ask'),
);
