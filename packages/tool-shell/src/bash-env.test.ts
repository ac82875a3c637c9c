import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { setUp } from './testing/context.js';

describe('the environment of a command', () => {
  it('finds the processes of a run inside a run', async () => {
    const bench = await setUp({}, { env: { LOADOUT_RUN: 'outer-run' } });
    expect((await bench.call({ command: 'echo $LOADOUT_RUN' })).content).toMatch(/^outer-run(?::[0-9a-f-]{36}){2}$/);
    mkdirSync(join(bench.folder, 'sub'));
    await bench.call({ command: 'cd sub' });
    expect(bench.context.cwd).toBe(join(bench.folder, 'sub'));
  });

  it('passes on its environment and nothing that makes bash do more (TOOL-BASH-11)', async () => {
    const traps = {
      BASH_ENV: '/nope',
      ENV: '/nope',
      SHELLOPTS: 'xtrace',
      PS4: '$(touch x)',
      'BASH_FUNC_ls%%': '() { echo trap; }',
    };
    const bench = await setUp({ env: { MINE: 'yes' } }, { env: { GIVEN: '1', ...traps } });
    process.env.ANTHROPIC_TEST_KEY = 'secret';
    const { content } = await bench.call({ command: 'env; ls' });
    delete process.env.ANTHROPIC_TEST_KEY;
    const names = content
      .split('\n')
      .map((line) => line.split('=')[0] ?? '')
      .filter((name) => !name.startsWith('GIT_'));
    expect(names.sort()).toEqual(
      ['EDITOR', 'GIVEN', 'HOME', 'LOADOUT_RUN', 'MINE', 'OLDPWD', 'PATH', 'PWD', 'SHLVL', 'VISUAL', '_'].filter((name) =>
        names.includes(name),
      ),
    );
    expect(names).toEqual(expect.arrayContaining(['GIVEN', 'MINE']));
  });

  it('lets no configuration of a repository run a program for git status, diff and log (TOOL-BASH-11)', async () => {
    const bench = await setUp();
    const setIt = ['core.fsmonitor ./trap', 'log.showSignature true', 'gpg.program ./trap', 'core.pager ./trap'];
    const command = `git init -q . && printf '#!/bin/sh\ntouch fired\n' > trap && chmod +x trap
${setIt.map((pair) => `git config ${pair}`).join('\n')}
git add trap && git -c user.name=a -c user.email=b -c core.fsmonitor=false commit -qm one
git status; git diff; git log; git --paginate log; ls`;
    const { content } = await bench.call({ command });
    expect(content).toContain('trap');
    expect(content).not.toContain('fired');
  });

  it('gives git no editor that would run the commands in the input (N1)', async () => {
    const bench = await setUp({ env: { EDITOR: './trap', VISUAL: './trap', GIT_EDITOR: './trap' } });
    const command = `git init -q . && printf '#!/bin/sh\ntouch fired\n' > trap && chmod +x trap
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
git add trap; git commit -qm one; git commit --allow-empty <<< ':!touch fired'; git commit --amend; git tag -a v1; ls; git log --oneline`;
    const { content } = await bench.call({ command });
    expect(content).toMatch(/^[0-9a-f]+ one$/m);
    expect(content).not.toContain('fired');
  });

  it('puts what git is told behind what the agent tells it already', async () => {
    const given = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'user.name', GIT_CONFIG_VALUE_0: 'Ada' };
    const bench = await setUp({}, { env: given });
    expect(
      (await bench.call({ command: 'git config user.name; git config core.fsmonitor; git config --list | grep -c user.name' }))
        .content,
    ).toBe('Ada\nfalse\n1');
    const odd = await setUp({}, { env: { GIT_CONFIG_COUNT: 'many' } });
    expect((await odd.call({ command: 'echo $GIT_CONFIG_COUNT' })).content).toBe('many');
  });

  it('reads the envFile before each command, and lets env win over it (TOOL-BASH-06)', async () => {
    const bench = await setUp({ envFile: '../vars', env: { B: 'option' } });
    const file = join(bench.folder, '..', 'vars');
    const missing = await bench.call({ command: 'true' });
    expect(missing).toMatchObject({ isError: true });
    expect(missing.content).toContain(`the envFile ${file} of tool-shell cannot be read: ENOENT`);
    writeFileSync(file, 'A="one two"\nB=file\nBASH_ENV=/trap\nHOME=/elsewhere\n');
    expect((await bench.call({ command: 'echo "$A $B $BASH_ENV $HOME"' })).content).toBe(
      `one two option  ${bench.context.env.HOME}`,
    );
    writeFileSync(file, 'A=2\n');
    expect((await bench.call({ command: 'echo $A' })).content).toBe('2');
  });

  it('says that bash is missing', async () => {
    const bench = await setUp({}, { env: { PATH: '/nonexistent' } });
    const result = await bench.call({ command: 'ls' });
    expect(result.isError).toBe(true);
    expect(result.content).toContain('bash could not be started: there is no program bash in the folders of PATH. Install bash');
  });

  it('has no standard input (TOOL-BASH-11)', async () => {
    expect((await (await setUp()).call({ command: 'cat; self=/proc/self; readlink "$self/fd/0"' })).content).toBe('/dev/null');
  });
});
