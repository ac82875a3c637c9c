import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Sandbox } from '@loadout/core';
import { describe, expect, it } from 'vitest';
import { setUp } from '../src/testing/context.js';
import { sandboxPlan } from '../src/testing/sandbox-plan.js';

/** A session in a sandbox, with a file outside of it that must stay as it is. */
async function inSandbox(plan: Parameters<typeof sandboxPlan>[0] = {}) {
  const bench = await setUp({}, { services: [[Sandbox, sandboxPlan(plan)]] });
  const outside = join(bench.folder, '..', 'outside');
  mkdirSync(outside);
  writeFileSync(join(outside, 'x'), 'as it was');
  return { ...bench, outside };
}

describe('a command in the sandbox', () => {
  it('is the same command: text, name, line numbers, folder, exit code, and its cd holds', async () => {
    const bench = await inSandbox();
    expect(
      (await bench.call({ command: 'echo $LINENO "$0" $# ${BASH_ENV-none} ${LOADOUT_COMMAND-none} $-\necho $LINENO; pwd' }))
        .content,
    ).toBe(`1 bash 0 none none hBc\n2\n${bench.folder}`);
    expect(await bench.call({ command: "mkdir -p 'a b'; cd 'a b'; echo \"it's\" '\"$x\"'; exit 3" })).toMatchObject({
      content: `Exit code 3\nit's "$x"`,
    });
    expect((await bench.call({ command: 'pwd' })).content).toBe(join(bench.folder, 'a b'));
    expect((await bench.call({ command: 'cd ../..' })).content).toContain('Shell cwd was reset');
    expect((await bench.call({ command: `echo ${"'".repeat(60_000)}` })).isError).toBe(false);
  });

  it('writes in the working directories, in its temporary folder and where it may, and nowhere else (SBX-01, SBX-03)', async () => {
    const bench = await inSandbox();
    expect((await bench.call({ command: 'echo in > f; cat f; t=$(mktemp); echo tmp > "$t"; cat "$t"' })).content).toBe('in\ntmp');
    for (const path of [join(bench.outside, 'x'), '/tmp/x', '/etc/x', '$HOME/x', '/dev/shm/../../tmp/y', '/tmp/claude/x'])
      expect(await bench.call({ command: `echo out > ${path}` })).toMatchObject({ isError: true });
    const wider = await inSandbox({ filesystem: { allowWrite: [bench.outside], denyWrite: [join(bench.outside, 'x')] } });
    expect((await wider.call({ command: `echo > ${bench.outside}/new` })).isError).toBe(false);
    expect((await wider.call({ command: `echo > ${bench.outside}/x` })).isError).toBe(true);
    expect(readFileSync(join(bench.outside, 'x'), 'utf8')).toBe('as it was');
  });

  it.each([
    ['a second command', 'ls; rm -rf OUT'],
    ['after &&', 'true && rm -rf OUT'],
    ['a wrapper', 'env rm -rf OUT'],
    ['a variable as the program', 'r=rm; $r -rf OUT'],
    ['a redirection', 'echo > OUT/x'],
    ['a substitution', 'echo $(rm -rf OUT)'],
    ['what an allowed substitution hides', 'rm -rf OUT $(echo)'],
    ['another shell', "bash -c 'rm -rf OUT'"],
    ['xargs', 'echo OUT | xargs rm -rf'],
    ['find', 'find OUT -delete'],
    ['an interpreter', `python3 -c 'import shutil; shutil.rmtree("OUT")' || node -e 'fs.rmSync("OUT",{recursive:true})'`],
    ['a link', 'ln -s OUT l; echo > l/x; rm -rf l/'],
    ['eval', 'eval "r""m -rf OUT"'],
    ['a here-document', 'bash <<< "rm -rf OUT"'],
  ])('cannot get out by %s (SBX-02, BUG-27)', async (_, command) => {
    const bench = await inSandbox();
    await bench.call({ command: command.replaceAll('OUT', bench.outside) });
    expect(readFileSync(join(bench.outside, 'x'), 'utf8')).toBe('as it was');
  });

  it('cannot undo its mounts, enter another process, or become more', async () => {
    const bench = await inSandbox();
    await bench.call({
      command: `umount -l ${bench.outside} /; mount -o remount,rw /; echo > ${bench.outside}/x; echo > /proc/1/root${bench.outside}/x; nsenter -t 1 -m -- rm ${bench.outside}/x`,
    });
    expect(readFileSync(join(bench.outside, 'x'), 'utf8')).toBe('as it was');
    expect((await bench.call({ command: `tr '\\0' ' ' < /proc/${process.pid}/cmdline` })).content).not.toContain('vitest');
  });

  it('does not read what is denied, by no name, and not what Loadout keeps (SBX-01, SBX-03)', async () => {
    const bench = await inSandbox();
    const secret = join(bench.outside, 'x');
    const state = join(bench.folder, '..', 'state');
    mkdirSync(join(state, 'sessions'), { recursive: true });
    writeFileSync(join(state, 'sessions', 'old.jsonl'), 'said before');
    symlinkSync(secret, join(bench.folder, 'link'));
    const guarded = await setUp({}, { services: [[Sandbox, sandboxPlan({ filesystem: { denyRead: [bench.outside] } })]] });
    const { content } = await guarded.call({ command: `cat ${secret} ${bench.folder}/link /proc/self/root${secret}` });
    expect(content).not.toContain('as it was');
    const { content: kept } = await bench.call({ command: `cat ${state}/sessions/old.jsonl; ls ${state}` });
    expect(kept).not.toContain('said before');
  });

  it('works in a folder that lies in one it may not read, and knows where it is', async () => {
    const outer = await inSandbox();
    const bench = await inSandbox({ filesystem: { denyRead: ['/tmp'] } });
    expect((await bench.call({ command: `mkdir sub; cd sub; ls ..; cat ${outer.outside}/x` })).content).toMatch(
      /sub\n.*No such file/s,
    );
    expect((await bench.call({ command: 'pwd; mktemp >/dev/null && echo made' })).content).toBe(`${bench.folder}/sub\nmade`);
  });

  it('puts no program in the way of what sets the sandbox up, and no variable into it', async () => {
    const bench = await inSandbox();
    const bin = join(bench.folder, 'node_modules', '.bin');
    const fake = `#!/bin/sh\ntouch ${bench.outside}/fired\n`;
    await bench.call({ command: `mkdir -p ${bin}` });
    for (const name of ['which', 'bwrap', 'socat', 'true', 'bash', 'sh', 'rg']) {
      writeFileSync(join(bin, name), fake, { mode: 0o755 });
    }
    const PATH = `${bin}:${process.env.PATH}`;
    const before = process.env.PATH;
    process.env.PATH = PATH;
    const plan = sandboxPlan({ network: { allowedDomains: ['a.test'] }, filesystem: { allowWrite: [bench.folder] } });
    const other = await setUp({}, { services: [[Sandbox, plan]], env: { PATH } });
    const { content } = await other.call({ command: 'echo ran' });
    expect(process.env.PATH).toBe(PATH);
    process.env.PATH = before;
    expect([content, existsSync(join(bench.outside, 'fired'))]).toEqual(['ran', false]);
    const vars = join(bench.folder, 'vars');
    const withFile = await setUp({ envFile: vars }, { services: [[Sandbox, plan]] });
    writeFileSync(vars, 'A=1\n');
    expect((await withFile.call({ command: `echo LD_PRELOAD=x >> ${vars}` })).isError).toBe(true);
  });

  it('reads the results of its session', async () => {
    const bench = await inSandbox();
    mkdirSync(bench.context.artifactDir, { recursive: true });
    writeFileSync(join(bench.context.artifactDir, 'r.txt'), 'spilled');
    expect((await bench.call({ command: `cat ${bench.context.artifactDir}/r.txt` })).content).toBe('spilled');
    expect((await bench.call({ command: `echo > ${bench.context.artifactDir}/r.txt` })).isError).toBe(true);
  });

  it('never writes a protected file, whether it is there or not, and leaves none behind (SBX-01)', async () => {
    const bench = await inSandbox();
    const files = ['.mcp.json', '.npmrc', '.envrc', 'agent.config.yaml', 'loadout.lock', 'HEAD'];
    const deep = [
      '.claude/settings.json',
      '.claude/agents/a.md',
      '.git/hooks/pre-commit',
      '.git/config',
      '.husky/pre-commit',
      '.vscode/tasks.json',
    ];
    for (const path of [...files, ...deep]) {
      const result = await bench.call({ command: `mkdir -p "$(dirname ${path})"; echo evil > ${path}` });
      expect([path, result.isError]).toEqual([path, true]);
    }
    await bench.call({
      command: 'mv .git .g; mkdir .git; rm -rf .claude; ln -s . .claude; git init -q .; git config core.fsmonitor ./x',
    });
    expect(readdirSync(bench.folder)).toEqual([]);
  });

  it('never writes what a shell or git starts from in the home folder, whether it is there or not', async () => {
    const home = (await inSandbox()).folder;
    const plan = sandboxPlan({ filesystem: { allowWrite: [home] } });
    const bench = await setUp({}, { services: [[Sandbox, plan]], env: { HOME: home } });
    for (const name of ['.bashrc', '.profile', '.zshenv', '.gitconfig'])
      expect([name, (await bench.call({ command: `echo evil > ~/${name}` })).isError]).toEqual([name, true]);
    expect((await bench.call({ command: 'echo fine > ~/notes' })).isError).toBe(false);
    expect(readdirSync(home)).toEqual(['notes']);
  });

  it('never writes a protected file that is there, and commits all the same', async () => {
    const bench = await inSandbox();
    const plain = await setUp();
    await plain.call({ command: `cd ${bench.folder} && git init -q . && git init -q sub/dep && echo mine > .mcp.json` });
    const config = readFileSync(join(bench.folder, '.git/config'), 'utf8');
    for (const command of [
      'git config core.fsmonitor ./x',
      'echo x >> .mcp.json',
      'echo x > .git/hooks/pre-commit',
      'rm -rf .git/hooks && mkdir .git/hooks',
      'mv .git .old',
      'echo x > sub/dep/.git/hooks/pre-commit',
      'git -C sub/dep config core.fsmonitor ./x',
    ])
      expect([command, (await bench.call({ command })).isError]).toEqual([command, true]);
    expect(readFileSync(join(bench.folder, '.git/config'), 'utf8')).toBe(config);
    const commit = 'echo 1 > f && git add f && git -c user.name=a -c user.email=b commit -qm one && git log --oneline | wc -l';
    expect((await bench.call({ command: commit })).content).toBe('1');
    expect(existsSync(join(bench.folder, '.git/hooks/pre-commit'))).toBe(false);
  });

  it('says when its rules cannot be kept', async () => {
    const bench = await inSandbox({ filesystem: { denyWrite: ['/x/**'] } });
    expect((await bench.call({ command: 'true' })).content).toContain('/x/** is a pattern');
    const sockets = await inSandbox({ network: { allowUnixSockets: ['/run/docker.sock'] } });
    expect((await sockets.call({ command: 'true' })).content).toContain('allowUnixSockets names single sockets');
  });
});
