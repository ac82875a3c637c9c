import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../run/scripted.test-kit.js';
import { gitState } from './git-state.js';

const env = { PATH: process.env.PATH ?? '', HOME: '/nonexistent' };
/** A limit that a busy machine does not reach. Another test covers the limit itself. */
const limitMs = 30_000;
const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t.test', ...args], { cwd, env, encoding: 'utf8' });

function repository(): string {
  const cwd = tempFolder();
  git(cwd, 'init', '--quiet', '--initial-branch=main');
  writeFileSync(join(cwd, 'kept.txt'), 'one\n');
  git(cwd, 'add', '.');
  git(cwd, 'commit', '--quiet', '-m', 'First');
  return cwd;
}

/** A program that leaves a trace when it runs. */
function trap(cwd: string): { readonly program: string; readonly ran: () => boolean } {
  const program = join(cwd, 'trap.sh');
  const trace = join(tempFolder(), 'ran');
  writeFileSync(program, `#!/bin/sh\necho ran > ${trace}\ncat\n`);
  chmodSync(program, 0o755);
  return { program, ran: () => existsSync(trace) };
}

describe('the git state of a folder (LOOP-22)', () => {
  it('is the branch and its changes, also from a folder inside', async () => {
    const cwd = repository();
    expect(await gitState({ cwd, env, limitMs })).toBe('Git, when the session began: main\nNothing is changed.');
    mkdirSync(join(cwd, 'sub'));
    writeFileSync(join(cwd, 'kept.txt'), 'two\n');
    writeFileSync(join(cwd, 'new.txt'), '');
    expect(await gitState({ cwd: join(cwd, 'sub'), env, limitMs })).toBe(
      'Git, when the session began: main\n M kept.txt\n?? new.txt',
    );
  });

  it('does not wait for a pipe or an endless device in the place of the configuration', async () => {
    for (const [program, ...args] of [['mkfifo'], ['ln', '-s', '/dev/zero']] as const) {
      const cwd = repository();
      rmSync(join(cwd, '.git/config'));
      execFileSync(program, [...args, join(cwd, '.git/config')]);
      expect(await gitState({ cwd, env, limitMs: 1 })).toBeUndefined();
    }
  });

  it('is at most 2,000 characters long, and states how much is left out', async () => {
    const cwd = repository();
    for (let n = 100; n < 400; n++) writeFileSync(join(cwd, `file-with-a-long-name-${n}.txt`), '');
    const text = (await gitState({ cwd, env, limitMs })) ?? '';
    expect(text.length).toBeGreaterThan(1_900);
    expect(text.length).toBeLessThanOrEqual(2_000);
    const shown = text.match(/\?\? /g)?.length ?? 0;
    expect(text.endsWith(`\n(${300 - shown} more)`)).toBe(true);
  });

  it('is empty without a repository, without git, or for a repository that git does not read', async () => {
    expect(await gitState({ cwd: tempFolder(), env })).toBeUndefined();
    expect(await gitState({ cwd: repository(), env: { ...env, PATH: '/nowhere' } })).toBeUndefined();
    const broken = tempFolder();
    mkdirSync(join(broken, '.git'));
    expect(await gitState({ cwd: broken, env })).toBeUndefined();
  });

  it('runs no program that the repository names: no monitor, no filter, no hook', async () => {
    const cwd = repository();
    const { program, ran } = trap(cwd);
    writeFileSync(join(cwd, '.gitattributes'), '*.txt filter=own\n');
    git(cwd, 'config', 'filter.own.clean', program);
    git(cwd, 'config', 'filter.own.required', 'true');
    git(cwd, 'config', 'core.fsmonitor', program);
    git(cwd, 'config', 'core.hooksPath', cwd);
    // The length stays the same, so that git has to read the file through the filter.
    writeFileSync(join(cwd, 'kept.txt'), 'two\n');
    writeFileSync(join(cwd, 'post-index-change'), `#!/bin/sh\n${program}\n`);
    chmodSync(join(cwd, 'post-index-change'), 0o755);
    expect(await gitState({ cwd, env, limitMs })).toContain(' M kept.txt');
    expect(ran()).toBe(false);
    git(cwd, '-c', 'core.fsmonitor=false', 'status');
    expect(ran()).toBe(true);
  });

  it('does not take a folder of the repository for its own repository', async () => {
    const outer = repository();
    const cwd = join(outer, 'crafted');
    mkdirSync(cwd);
    git(cwd, 'init', '--quiet', '--bare', '.');
    const { program, ran } = trap(outer);
    writeFileSync(join(cwd, 'kept.txt'), 'one\n');
    git(cwd, 'config', 'core.bare', 'false');
    git(cwd, 'config', 'core.worktree', cwd);
    git(cwd, 'config', 'filter.own.clean', program);
    writeFileSync(join(cwd, '.gitattributes'), '*.txt filter=own\n');
    git(cwd, 'add', 'kept.txt');
    expect(ran()).toBe(true);
    const later = trap(outer);
    git(cwd, 'config', 'filter.own.clean', later.program);
    writeFileSync(join(cwd, 'kept.txt'), 'two\n');
    await gitState({ cwd, env, limitMs });
    expect(later.ran()).toBe(false);
  });

  it('waits only a moment for a git that does not answer', async () => {
    const bin = tempFolder();
    writeFileSync(join(bin, 'git'), '#!/bin/sh\nexec sleep 60\n');
    chmodSync(join(bin, 'git'), 0o755);
    expect(await gitState({ cwd: repository(), env: { ...env, PATH: `${bin}:${env.PATH}` }, limitMs: 50 })).toBeUndefined();
  });
});
