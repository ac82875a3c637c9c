import { cpSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git, makeWorkspace, openSession, write } from './testing/workspace.js';

/** A workspace beside a repository of somebody else, whose history holds a secret. */
function besideAnother() {
  const { base, workspace } = makeWorkspace();
  const other = join(base, 'other');
  write(other, { 'key.txt': 'SECRET\n' });
  git(other, 'init', '-q', '-b', 'main');
  git(other, 'add', '-A');
  git(other, 'commit', '-qm', 'other');
  return { base, workspace, own: join(workspace, '.git'), other: join(other, '.git') };
}

/** Puts a link to the part of the other repository in the place of the own part. */
function link(part: string, { own, other }: { own: string; other: string }): void {
  rmSync(join(own, part), { recursive: true, force: true });
  mkdirSync(dirname(join(own, part)), { recursive: true });
  symlinkSync(join(other, part), join(own, part));
}

const SHOWS = ['git show', 'git log -p', 'git show main:key.txt', 'git cat-file -p HEAD', 'git grep SECRET main', 'git status'];

describe('a repository whose parts lie elsewhere has no unasked commands (N6)', () => {
  it.each([
    'objects',
    'refs',
    'HEAD',
    'index',
    'packed-refs',
    'objects/pack',
    'objects/info',
    'refs/heads',
    'refs/heads/main',
    'logs',
  ])('.git/%s as a link', async (part) => {
    const place = besideAnother();
    git(join(place.other, '..'), 'gc', '-q');
    link(part, place);
    const session = await openSession(place.workspace);
    for (const command of SHOWS) expect(session.decide(command).behavior, command).toBe('ask');
    expect(session.decide('git show', { mode: 'plan' }).behavior).toBe('deny');
  });

  it('the common folder, the objects and the refs of another repository, as both would show it', async () => {
    const place = besideAnother();
    writeFileSync(join(place.own, 'commondir'), `${place.other}\n`);
    expect(git(place.workspace, 'log', '-p', 'main')).toContain('SECRET');
    const session = await openSession(place.workspace);
    for (const command of SHOWS) expect(session.decide(command).behavior, command).toBe('ask');
    expect(session.decide('git log -p', { allow: ['Bash(git log:*)'] }).behavior).toBe('allow');
  });

  it.each(['objects/info/alternates', 'objects/info/http-alternates'])('a list of other objects in %s', async (part) => {
    const place = besideAnother();
    write(place.own, { [part]: `${place.other}/objects\n` });
    expect((await openSession(place.workspace)).decide('git log -p').behavior).toBe('ask');
  });

  it('a .git file that points at another repository, and one that points back only from its own side', async () => {
    const place = besideAnother();
    const away = join(place.base, 'away');
    renameSync(place.own, away);
    writeFileSync(place.own, `gitdir: ${place.other}\n`);
    expect((await openSession(place.workspace)).decide('git log -p').behavior).toBe('ask');
    const admin = join(place.workspace, 'admin/worktrees/x');
    write(admin, { HEAD: 'ref: refs/heads/main\n', commondir: `${place.other}\n`, gitdir: `${place.own}\n` });
    writeFileSync(place.own, `gitdir: ${admin}\n`);
    expect(git(place.workspace, 'log', '-p')).toContain('SECRET');
    expect((await openSession(place.workspace)).decide('git log -p').behavior).toBe('ask');
  });

  it('a submodule whose repository lies elsewhere is not looked into', async () => {
    const place = besideAnother();
    const inner = join(place.workspace, 'inner');
    write(inner, { 'b.txt': 'b\n' });
    git(inner, 'init', '-q');
    git(inner, 'add', '.');
    git(inner, 'commit', '-qm', 's');
    git(place.workspace, 'add', 'inner');
    const session = await openSession(place.workspace);
    expect(session.decide('git status').behavior).toBe('allow');
    writeFileSync(join(inner, '.git/commondir'), `${place.other}\n`);
    expect(session.decide('git status').behavior).toBe('ask');
  });

  it('but a linked worktree that both sides name has them', async () => {
    const { workspace, base } = makeWorkspace();
    git(workspace, 'worktree', 'add', '-q', join(base, 'linked'));
    expect((await openSession(join(base, 'linked'))).decide('git log -p').behavior).toBe('allow');
    write(workspace, { '.git/worktrees/linked/commondir': `${join(base, 'other')}\n` });
    cpSync(join(workspace, '.git'), join(base, 'other'), { recursive: true });
    expect((await openSession(join(base, 'linked'))).decide('git log -p').behavior).toBe('ask');
    expect(existsSync(join(base, 'linked/a.txt'))).toBe(true);
  });
});

describe('the name of a remote is no way to another repository (N6, N1)', () => {
  it.each([
    'git fetch x',
    'git pull x main',
    'git ls-remote x',
    'git remote show x',
    'cd sub && git fetch x',
    'git -C sub fetch x',
  ])('%s, where x is a link to one, asks', async (command) => {
    const place = besideAnother();
    symlinkSync(join(place.other, '..'), join(place.workspace, 'x'));
    const session = await openSession(place.workspace);
    expect(session.decide(command, { allow: ['Bash(git:*)'] }).behavior).toBe('ask');
    expect(session.decide('git fetch origin', { allow: ['Bash(git:*)'] }).behavior).toBe('allow');
  });

  it('nor is a link of the usual name, which a fetch without a name follows', async () => {
    const place = besideAnother();
    symlinkSync(join(place.other, '..'), join(place.workspace, 'origin'));
    expect((await openSession(place.workspace)).decide('git fetch', { allow: ['Bash(git:*)'] }).behavior).toBe('ask');
  });
});
