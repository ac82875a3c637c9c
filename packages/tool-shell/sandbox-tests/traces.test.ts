import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BackgroundTasks, Sandbox } from '@loadout/core';
import { createBackgroundTasks } from '@loadout/core/run';
import { describe, expect, it } from 'vitest';
import { scripted } from '../../../tests/cli/scripted.js';
import { loadout, startLoadout } from '../../../tests/lib/loadout.js';
import { setUp, until } from '../src/testing/context.js';
import { sandboxPlan } from '../src/testing/sandbox-plan.js';

async function inSandbox() {
  const tasks = createBackgroundTasks();
  const bench = await setUp(
    {},
    {
      services: [
        [Sandbox, sandboxPlan()],
        [BackgroundTasks, tasks],
      ],
    },
  );
  spawnSync('mkfifo', [join(bench.folder, '..', 'gate')]);
  return { ...bench, tasks, gate: join(bench.folder, '..', 'gate'), held: join(bench.context.artifactDir, 'held') };
}

function repository(folder: string): void {
  const git = (...args: string[]) => execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=b', ...args]);
  git('init', '-q');
  writeFileSync(join(folder, 'f'), 'one\n');
  git('add', 'f');
  git('commit', '-qm', 'one');
}

/** The names that a killed sandbox of an older version leaves behind. */
const LEFT = ['.npmrc', '.envrc', 'HEAD', '.gitmodules', 'agent.config.yml', 'loadout.lock', '.bashrc', '.vscode', '.mcp.json'];

function leave(folder: string): void {
  for (const name of LEFT) {
    writeFileSync(join(folder, name), '');
    chmodSync(join(folder, name), 0o444);
  }
}

describe('a sandboxed command leaves no trace (F1)', () => {
  it('makes no file on the host, not even while it runs', async () => {
    const { folder, call, gate } = await inSandbox();
    writeFileSync(join(folder, 'mine'), '');
    const running = call({ command: `ls -A; echo > begun; cat ${gate}` });
    await until(() => existsSync(join(folder, 'begun')));
    expect(readdirSync(folder).sort()).toEqual(['begun', 'mine']);
    writeFileSync(gate, '');
    expect((await running).content).toBe('mine');
  });

  it('sees a repository as it is, and commits all of it', async () => {
    const { folder, call } = await inSandbox();
    repository(folder);
    const { content, isError } = await call({
      command:
        'git status --porcelain && git show --stat HEAD | tail -1 && echo two > g && git add -A && git -c user.name=a -c user.email=b commit -qm two && git show --stat --format=%s HEAD && git status --porcelain && git log --oneline | wc -l',
    });
    expect([content, isError]).toEqual([
      expect.stringMatching(/^ 1 file changed, .*\ntwo\n\n g \| 1 \+\n 1 file changed, .*\n2$/),
      false,
    ]);
  });

  it.each(['SIGKILL', 'SIGHUP', 'SIGQUIT'] as const)(
    'also when its runner ends by %s, and the next run begins (F1, F16)',
    async (signal) => {
      const cwd = scripted({
        turns: [{ tools: [{ Bash: { command: 'echo > begun; sleep 600' } }] }, { text: 'Ok.' }],
        config: { permissions: { allow: ['Bash'] }, sandbox: 'bubblewrap' },
      });
      const before = readdirSync(cwd).sort();
      const run = await startLoadout(['run', 'Hi.'], { cwd });
      await expect.poll(() => existsSync(join(cwd, 'begun'))).toBe(true);
      run.kill(signal);
      await run.finished;
      expect(readdirSync(cwd).sort()).toEqual([...before, '.home', 'begun'].sort());
      expect((await loadout(['check'], { cwd })).code).toBe(0);
    },
  );

  it('takes away what an older sandbox that was killed has left, and nothing else', async () => {
    const { folder, call } = await inSandbox();
    leave(folder);
    writeFileSync(join(folder, '.profile'), '');
    writeFileSync(join(folder, '.zshrc'), 'x', { mode: 0o444 });
    expect((await call({ command: 'ls -A' })).content).toBe('.profile\n.zshrc');
    expect(readdirSync(folder).sort()).toEqual(['.profile', '.zshrc']);
  });
});

describe('a protected name that is missing', () => {
  it.each([
    'CLAUDE.md',
    'AGENTS.md',
    '.gitattributes',
    '.github/workflows/ci.yml',
    'sub/.npmrc',
    'sub/agent.config.yaml',
    'sub/agent.config.jsonc',
    'sub/deep/er/still/CLAUDE.md',
    'sub/.github/workflows/ci.yml',
    'sub/.vscode/tasks.json',
    'sub/.claude/settings.json',
    '.nvmrc',
    '.pnp.cjs',
    'sub/Claude.md',
  ])('that steers what runs later is not made at any depth: %s (N7)', async (path) => {
    const { folder, call, held } = await inSandbox();
    mkdirSync(join(folder, 'sub/deep'), { recursive: true });
    const { content } = await call({ command: `mkdir -p "$(dirname ${path})"; echo evil > ${path}; echo fine > sub/mine.txt` });
    expect([existsSync(join(folder, path)), readFileSync(join(folder, 'sub/mine.txt'), 'utf8')]).toEqual([false, 'fine\n']);
    expect([content, readdirSync(held).length]).toEqual([expect.stringContaining('no command in the sandbox may make'), 1]);
  });

  it.each(['CLAUDE.md', 'sub/.npmrc', 'sub/.github/workflows/ci.yml', 'sub/deep/er/AGENTS.md'])(
    'stays as it is where it is there: %s (N7)',
    async (path) => {
      const { folder, call } = await inSandbox();
      mkdirSync(join(folder, path, '..'), { recursive: true });
      writeFileSync(join(folder, path), 'mine');
      await call({ command: `echo evil > ${path}; rm -f ${path}; mv ${path} other; ln -sf /dev/null ${path}; true` });
      expect(readFileSync(join(folder, path), 'utf8')).toBe('mine');
    },
  );

  it('is moved away as soon as a command makes it, while the command goes on, and the model hears of it', async () => {
    const { folder, call, held, gate, tasks } = await inSandbox();
    await call({ command: `echo script-shell=./evil > .npmrc; echo > done; cat ${gate}`, run_in_background: true });
    await until(() => existsSync(join(folder, 'done')) && !existsSync(join(folder, '.npmrc')));
    const [name = ''] = readdirSync(held);
    expect([name, readFileSync(join(held, name), 'utf8')]).toEqual([
      expect.stringMatching(/^\.npmrc\.held-/),
      'script-shell=./evil\n',
    ]);
    writeFileSync(gate, '');
    await tasks.stopAll();
  });

  it('fails the call that makes it, and says where it is', async () => {
    const { folder, call } = await inSandbox();
    const { content, isError } = await call({ command: 'mkdir -p .husky && echo evil > .husky/pre-commit; echo ok' });
    expect([content, isError, readdirSync(folder)]).toEqual([
      expect.stringMatching(/^\(The command made \S+\.husky, which no command in the sandbox may make\. It was moved to \S+\)/),
      true,
      [],
    ]);
  });

  it('stays missing, and its folder in its place, where a command would put a link there', async () => {
    const { folder, call } = await inSandbox();
    const other = join(folder, '..', 'other');
    mkdirSync(join(other, 'hooks'), { recursive: true });
    mkdirSync(join(folder, '.git'));
    await call({ command: `mv .git .old; rmdir .git; ln -sfn ${other} .git; mkdir -p .git/hooks` });
    expect([readdirSync(other), lstatSync(join(folder, '.git')).isDirectory(), existsSync(join(folder, '.git/hooks'))]).toEqual([
      ['hooks'],
      true,
      false,
    ]);
  });

  it('ends a command that goes on making it', async () => {
    const { folder, call } = await inSandbox();
    const { isError } = await call({ command: 'while :; do mkdir .idea 2>/dev/null; done', timeout: 60_000 });
    expect([isError, existsSync(join(folder, '.idea'))]).toEqual([true, false]);
  });
});

it('makes no file on the host where its rules are too long for one line either (F1)', async () => {
  const folder = (await inSandbox()).folder;
  const denyWrite = Array.from({ length: 700 }, (_, index) => join(folder, `${index}-${'x'.repeat(200)}`));
  for (const path of denyWrite) writeFileSync(path, 'kept');
  const gate = join(folder, '..', 'gate2');
  spawnSync('mkfifo', [gate]);
  const plan = sandboxPlan({ filesystem: { denyWrite, allowWrite: [folder] } });
  const bench = await setUp({}, { services: [[Sandbox, plan]] });
  const running = bench.call({ command: `echo x > ${denyWrite[0]}; echo > begun; cat ${gate}` });
  await until(() => existsSync(join(bench.folder, 'begun')));
  expect([readdirSync(bench.folder), readdirSync(folder).filter((name) => !name.includes('xxx'))]).toEqual([['begun'], []]);
  writeFileSync(gate, '');
  expect((await running).content).toContain('Read-only file system');
});
