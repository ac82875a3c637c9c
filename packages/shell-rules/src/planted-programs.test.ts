import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { git, makeWorkspace, openSession, type Session, write } from './testing/workspace.js';

const { workspace } = makeWorkspace();
const BIN = 'node_modules/.bin';
const PLANTED = ['bash', 'git', 'ls', 'cat', 'timeout', 'mkdir', 'eslint'];
const path = process.env.PATH ?? '';
let [session, other, relative] = [] as unknown as [Session, Session, Session];
beforeAll(async () => {
  write(workspace, Object.fromEntries(PLANTED.map((name) => [`${BIN}/${name}`, `#!/bin/sh\ntouch ${workspace}/fired\n`])));
  for (const name of PLANTED) chmodSync(join(workspace, BIN, name), 0o755);
  const start = (first: string) => openSession(workspace, { env: { PATH: first } });
  [session, other, relative] = await Promise.all([
    start(`${workspace}/${BIN}:${path}`),
    start(`${path}:${workspace}/${BIN}`),
    start(`${BIN}:${path}`),
  ]);
});

describe('a program that lies in a folder of the workspace on PATH', () => {
  it.each(['ls', 'cat a.txt', 'git status', 'git log -p', 'timeout 5 pwd', 'echo "$(ls)"', 'find . -exec cat {} +'])(
    'makes %j need a rule, though a program of that name only reads',
    (command) => {
      expect(session.decide(command).behavior).toBe('ask');
      expect(session.decide(command, { mode: 'plan' }).behavior).toBe('deny');
      expect(relative.decide(command).behavior).toBe('ask');
    },
  );

  it('makes a command that edits need a rule in the mode acceptEdits', () => {
    expect(session.decide('mkdir x', { mode: 'acceptEdits' }).behavior).toBe('ask');
    expect(other.decide('mkdir x', { mode: 'acceptEdits' }).behavior).toBe('allow');
  });

  it('is covered by a rule for its name', () =>
    expect(session.decide('eslint .', { allow: ['Bash(eslint:*)'] }).behavior).toBe('allow'));

  it.each(['pwd', 'head a.txt', 'sort a.txt | uniq -c'])('does not concern %j, which the system has', (command) =>
    expect(session.decide(command).behavior).toBe('allow'),
  );

  it.each(['ls', 'cat a.txt', 'git status'])('does not concern %j, where the system finds its own program first', (command) =>
    expect(other.decide(command).behavior).toBe('allow'),
  );

  it('is never started by Loadout itself: neither bash, nor git that tells the names in a commit', async () => {
    expect(await session.run('echo here')).toContain('here');
    git(workspace, 'tag', 'v1');
    expect(session.decide('git show v1', { allow: ['Bash(git:*)'], deny: ['Read(**/.env)'] }).behavior).toBe('allow');
    const alone = await Promise.all(['.', '', BIN].map((first) => openSession(workspace, { env: { PATH: first } })));
    write(workspace, { bash: `#!/bin/sh\ntouch ${workspace}/fired\n`, git: `#!/bin/sh\ntouch ${workspace}/fired\n` });
    for (const name of ['bash', 'git']) chmodSync(join(workspace, name), 0o755);
    for (const one of alone) {
      one.decide('git show v1', { allow: ['Bash(git:*)'], deny: ['Read(**/.env)'] });
      await one.run('echo here', { allow: ['Bash'] });
    }
    expect(existsSync(join(workspace, 'fired'))).toBe(false);
  });
});
