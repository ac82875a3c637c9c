import { chmodSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git, makeWorkspace, openSession, write } from './testing/workspace.js';

describe('the environment of commands closes the doors of git (C3)', () => {
  const DOORS: readonly (readonly [name: string, config: readonly string[], commands: readonly string[]])[] = [
    ['a file system monitor', ['core.fsmonitor'], ['git status', 'git diff']],
    ['a pager', ['core.pager', 'pager.log', 'pager.status'], ['git log', 'git --paginate log', 'git -p status']],
    ['the check of signatures', ['gpg.program', 'gpg.ssh.program'], ['git log', 'git show']],
    ['the summary of submodules', ['status.submoduleSummary'], ['git status']],
  ];
  it.each(DOORS)('%s starts no program, even if every command is allowed', async (_, keys, commands) => {
    const { workspace, base } = makeWorkspace();
    write(base, { trap: `#!/bin/sh\ntouch ${base}/fired\n` });
    chmodSync(join(base, 'trap'), 0o755);
    for (const key of keys) git(workspace, 'config', key, key === 'status.submoduleSummary' ? 'true' : join(base, 'trap'));
    git(workspace, 'config', 'log.showSignature', 'true');
    const session = await openSession(workspace);
    for (const command of commands) await session.run(command, { allow: ['Bash'] });
    expect(existsSync(join(base, 'fired'))).toBe(false);
  });

  it('a repository that is taken up as a submodule between the look and the call is not looked into', async () => {
    const { workspace, base } = makeWorkspace();
    const evil = join(workspace, 'evil');
    write(evil, { 'b.txt': 'b\n' });
    git(evil, 'init', '-q');
    git(evil, 'add', '-A');
    git(evil, 'commit', '-qm', 'x');
    git(evil, 'config', 'filter.x.clean', `touch ${base}/fired; cat`);
    write(evil, { '.git/info/attributes': '* filter=x\n', 'b.txt': 'c\n' });
    const session = await openSession(workspace);
    for (const command of ['git status', 'git diff', 'git diff HEAD', 'git commit -am x --dry-run']) {
      git(workspace, 'update-index', '--add', '--cacheinfo', `160000,${git(workspace, 'rev-parse', 'HEAD').trim()},evil`);
      expect(await session.run(command, { allow: ['Bash'] }), command).toBeDefined();
      expect(existsSync(join(base, 'fired')), command).toBe(false);
    }
  });

  it('a remote that is a program is refused, even if the repository allows it', async () => {
    const { workspace, base } = makeWorkspace();
    git(workspace, 'config', 'protocol.ext.allow', 'always');
    git(workspace, 'config', 'remote.x.url', `ext::touch ${base}/fired`);
    const session = await openSession(workspace);
    await session.run('git fetch x', { allow: ['Bash'] });
    expect(existsSync(join(base, 'fired'))).toBe(false);
    expect(session.decide(`git fetch 'ext::touch ${base}/fired'`, { allow: ['Bash(git fetch:*)'] }).behavior).toBe('ask');
  });

  it('git status and git diff leave the index as it is, and so start no hook that follows its changes', async () => {
    const { workspace, base } = makeWorkspace();
    write(workspace, { '.git/hooks/post-index-change': `#!/bin/sh\ntouch ${base}/fired\n` });
    chmodSync(join(workspace, '.git/hooks/post-index-change'), 0o755);
    const session = await openSession(workspace);
    for (const command of [
      'git status',
      'git diff',
      'git diff HEAD',
      'git diff --stat',
      'git ls-files -m',
      'git blame a.txt',
      'git describe --always',
      'git grep a',
    ]) {
      write(workspace, { 'a.txt': 'a\n' });
      expect(await session.run(command)).toBeDefined();
      expect(existsSync(join(base, 'fired')), command).toBe(false);
    }
  });
});

describe('configuration that the environment cannot override is checked before the decision (C3)', () => {
  const ACTS = ['filter.x.clean', 'diff.external', 'diff.x.textconv', 'diff.x.command'];
  it.each(ACTS)('%s of the workspace’s own repository needs a rule', async (key) => {
    const { workspace, base } = makeWorkspace();
    git(workspace, 'config', key, `touch ${base}/fired; cat`);
    write(workspace, { '.git/info/attributes': '* filter=x diff=x\n', 'a.txt': 'b\n' });
    const session = await openSession(workspace);
    for (const command of ['git status', 'git diff', 'git show', 'git log -p', 'git blame a.txt', 'git grep -I b'])
      expect(await session.run(command), command).toBeUndefined();
    expect(existsSync(join(base, 'fired'))).toBe(false);
    // The trap is a trap: under a rule the person's own configuration acts.
    await session.run('git status; git diff', { allow: ['Bash(git:*)'] });
    expect(existsSync(join(base, 'fired'))).toBe(true);
    rmSync(join(base, 'fired'));
  });

  it('asking git for names starts none of them either', async () => {
    const { workspace, base } = makeWorkspace();
    mkdirSync(join(base, 'x'));
    for (const key of ACTS) git(workspace, 'config', key, `touch ${base}/fired`);
    write(workspace, { '.git/info/attributes': '* filter=x diff=x\n' });
    const session = await openSession(workspace);
    for (const command of ['git show', 'git diff HEAD', 'git log -p'])
      session.decide(command, { deny: ['Read(.env)'], allow: ['Bash(git:*)'] });
    expect(existsSync(join(base, 'fired'))).toBe(false);
  });
});

describe('git config under a rule sets only what no later command runs (C2, C13)', () => {
  it.each([
    'user.name ann',
    'user.email a@b',
    'pull.rebase true',
    '--get core.pager',
    '--list',
    'core.pager',
    'branch.main.remote origin',
    '--unset user.name',
    '--local user.name ann',
  ])('git config %s', async (words) => {
    const { workspace } = makeWorkspace();
    expect((await openSession(workspace)).decide(`git config ${words}`, { allow: ['Bash(git config:*)'] }).behavior).toBe(
      'allow',
    );
  });
  it.each([
    '-- diff.external ./x',
    'diff.external ./x',
    'core.fsmonitor ./x',
    'CORE.FSMONITOR ./x',
    'alias.x !x',
    '--add core.hooksPath .',
    'core.hooksPath .',
    'include.path x',
    'filter.a.b.clean x',
    'merge.x.driver x',
    'submodule.x.update !x',
    'credential.helper !x',
    'remote.x.uploadpack x',
    'remote.x.vcs x',
    'browser.x.cmd x',
    'trailer.x.cmd x',
    'uploadpack.packObjectsHook x',
    'set core.pager x',
    '--global user.name x',
    '-f x user.name y',
    '--file=x user.name y',
    '-e',
    '"$X" y',
    'user.name --file=x',
    'core.pager "$X"',
  ])('git config %s is asked about', async (words) => {
    const { workspace } = makeWorkspace();
    expect((await openSession(workspace)).decide(`git config ${words}`, { allow: ['Bash(git config:*)'] }).behavior).toBe('ask');
  });
});
