import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Schema } from '@loadout/core';
import { describe, expect, it } from 'vitest';
import { running, setUp } from './testing/context.js';

/** A duration that no other process on this machine sleeps for. */
const longTime = () => `${1000 + Math.floor(Math.random() * 1e6)}.${process.pid}`;

describe('Bash', () => {
  it('runs in the working directory and gives stdout, then stderr (TOOL-BASH-02)', async () => {
    const bench = await setUp();
    const result = await bench.call({ command: 'echo to stderr >&2; pwd' });
    expect(result).toEqual({
      content: `${bench.folder}\nto stderr`,
      isError: false,
      structured: { stdout: `${bench.folder}\n`, stderr: 'to stderr\n', interrupted: false, exitCode: 0 },
    });
  });

  it('says that there was no output (TOOL-BASH-02)', async () => {
    expect((await (await setUp()).call({ command: 'true' })).content).toBe('(no output)');
  });

  it('is an error with the exit code in the text when the command fails (CON-23)', async () => {
    const bench = await setUp();
    expect(await bench.call({ command: 'echo out; exit 3' })).toMatchObject({ content: 'Exit code 3\nout', isError: true });
    expect((await bench.call({ command: 'false' })).isError).toBe(true);
    expect((await bench.call({ command: 'kill -SEGV $$' })).content).toBe('Exit code 139 (killed by SIGSEGV)\n(no output)');
  });

  it.each([
    'grep zz f',
    'diff f g',
    'test -f nope',
    '[ a = b ]',
    'cat f | grep zz',
    'egrep "$HOME" f',
    'git diff --no-index f g',
  ])('takes exit code 1 of %s as an answer (TOOL-BASH-08)', async (command) => {
    const bench = await setUp();
    writeFileSync(join(bench.folder, 'f'), 'a\n');
    writeFileSync(join(bench.folder, 'g'), 'b\n');
    const result = await bench.call({ command });
    expect(result).toMatchObject({ isError: false, structured: { exitCode: 1 } });
    expect(result.content).toMatch(/^Exit code 1 \(/);
  });

  it.each(['grep zz nope', 'grep zz f; false', 'cat "$(grep zz f)" nope'])(
    'takes the failure of %s as a failure',
    async (command) => {
      const bench = await setUp();
      writeFileSync(join(bench.folder, 'f'), 'a\n');
      expect((await bench.call({ command })).isError).toBe(true);
    },
  );

  it('reports a syntax error in the words of bash', async () => {
    const result = await (await setUp()).call({ command: 'echo (' });
    expect(result).toMatchObject({ isError: true, structured: { exitCode: 2 } });
    expect(result.content).toContain("bash: -c: line 1: syntax error near unexpected token `newline'");
  });

  it('runs exactly the given text: line numbers, arguments, traps and options are those of bash -c', async () => {
    const bench = await setUp();
    expect((await bench.call({ command: 'echo $LINENO "$0" $# ${BASH_ENV-none} $-\necho $LINENO' })).content).toBe(
      '1 bash 0 none hBc\n2',
    );
    expect((await bench.call({ command: 'set -x; echo hi' })).structured.stderr).toBe('+ echo hi\n');
    expect((await bench.call({ command: 'set -euC; cd ..; exit 7' })).structured).toMatchObject({ exitCode: 7, stderr: '' });
    expect((await bench.call({ command: "trap 'echo bye' EXIT; echo hi" })).content).toBe('hi\nbye');
    expect((await bench.call({ command: 'cat <<X\nopen end' })).content).toContain('open end');
    expect((await bench.call({ command: 'exec 3>f; echo three >&3; cat f' })).content).toBe('three');
  });

  it('keeps the folder of a cd inside the working directories, also before an exit (TOOL-BASH-06)', async () => {
    const bench = await setUp();
    mkdirSync(join(bench.folder, 'sub dir'));
    await bench.call({ command: 'cd "sub dir"; exit 1' });
    expect((await bench.call({ command: 'pwd' })).content).toBe(join(bench.folder, 'sub dir'));
    expect((await bench.call({ command: '(cd ..); X=1' })).content).toBe('(no output)');
    expect((await bench.call({ command: 'echo "${X-unset}"; pwd' })).content).toBe(`unset\n${join(bench.folder, 'sub dir')}`);
  });

  it('resets a cd that leads outside, also through a link, and says so (TOOL-BASH-06)', async () => {
    const bench = await setUp();
    symlinkSync('/', join(bench.folder, 'link'));
    for (const command of ['cd ..', 'cd link', 'cd /']) {
      expect((await bench.call({ command })).content).toBe(`(no output)\nShell cwd was reset to ${bench.folder}`);
      expect((await bench.call({ command: 'pwd' })).content).toBe(bench.folder);
    }
  });

  it('says when the working directory is gone, and goes back to one that is there', async () => {
    const bench = await setUp();
    mkdirSync(join(bench.folder, 'sub'));
    await bench.call({ command: 'cd sub' });
    rmSync(join(bench.folder, 'sub'), { recursive: true });
    const result = await bench.call({ command: 'ls' });
    expect(result.isError).toBe(true);
    expect(result.content).toContain(`Shell cwd was reset to ${bench.folder}`);
    expect((await bench.call({ command: 'pwd' })).content).toBe(bench.folder);
  });

  it('ends every process at the timeout, gives what was printed, and returns (TOOL-BASH-03)', async () => {
    const bench = await setUp();
    const time = longTime();
    const trapped = `bash -c 'trap "" TERM; sleep ${time}; sleep ${time}'`;
    const command = `echo started; sleep ${time} & setsid sleep ${time} & (setsid ${trapped} &) ; ${trapped}`;
    const result = await bench.call({ command, timeout: 400 });
    expect(result).toMatchObject({ isError: true, structured: { interrupted: true, timedOutAfterMs: 400, stdout: 'started\n' } });
    expect(result.content).toContain('timed out after 400 ms');
    expect(running(time)).toBe(0);
  });

  it('ends every process when it is interrupted, and gives what was printed (TOOL-BASH-12)', async () => {
    const bench = await setUp();
    const time = longTime();
    const call = bench.call({ command: `echo started; setsid sleep ${time} & sleep ${time}` });
    const seen = setInterval(() => {
      if (bench.reported.length > 0) bench.abort.abort();
    }, 5);
    const result = await call;
    clearInterval(seen);
    expect(result).toMatchObject({ isError: true, structured: { interrupted: true, stdout: 'started\n' } });
    expect(result.content).toContain('interrupted');
    expect(running(time)).toBe(0);
  });

  it('does not start when it was cancelled before', async () => {
    const bench = await setUp();
    bench.abort.abort();
    const result = await bench.call({ command: 'echo x > made' });
    expect(result.content).toContain('was not run');
    expect((await (await setUp()).call({ command: `ls ${bench.folder}` })).content).toBe('(no output)');
  });

  it('is not held up by a process that keeps its output open, and ends it (TOOL-BASH-03)', async () => {
    const bench = await setUp();
    const time = longTime();
    const result = await bench.call({ command: `sleep ${time} & setsid sleep ${time} & echo done` });
    expect(result.isError).toBe(false);
    expect(result.content).toMatch(/^done\n\(Processes that the command left running/);
    expect(running(time)).toBe(0);
  });

  it('returns even when it cannot find what keeps its output open', async () => {
    const bench = await setUp();
    const time = longTime();
    const result = await bench.call({ command: `env -i setsid sleep ${time} & echo $!` });
    expect(result.isError).toBe(false);
    process.kill(Number(result.content.split('\n')[0]), 'SIGKILL');
  });

  it('finds the processes of a run inside a run', async () => {
    const bench = await setUp({}, { LOADOUT_RUN: 'outer-run' });
    expect((await bench.call({ command: 'echo $LOADOUT_RUN' })).content).toMatch(/^outer-run:[0-9a-f-]{36}$/);
    mkdirSync(join(bench.folder, 'sub'));
    await bench.call({ command: 'cd sub' });
    expect(bench.context().cwd).toBe(join(bench.folder, 'sub'));
  });

  it('passes on its environment and nothing that makes bash do more (TOOL-BASH-11)', async () => {
    const traps = {
      BASH_ENV: '/nope',
      ENV: '/nope',
      SHELLOPTS: 'xtrace',
      PS4: '$(touch x)',
      'BASH_FUNC_ls%%': '() { echo trap; }',
    };
    const bench = await setUp({ env: { MINE: 'yes' } }, { GIVEN: '1', ...traps });
    process.env.ANTHROPIC_TEST_KEY = 'secret';
    const { content } = await bench.call({ command: 'env; ls' });
    delete process.env.ANTHROPIC_TEST_KEY;
    const names = content.split('\n').map((line) => line.split('=')[0]);
    expect(names.sort()).toEqual(
      ['GIVEN', 'HOME', 'LOADOUT_RUN', 'MINE', 'OLDPWD', 'PATH', 'PWD', 'SHLVL', '_'].filter((name) => names.includes(name)),
    );
    expect(names).toEqual(expect.arrayContaining(['GIVEN', 'MINE']));
  });

  it('says that bash is missing', async () => {
    const bench = await setUp({}, { PATH: '/nonexistent' });
    const result = await bench.call({ command: 'ls' });
    expect(result.isError).toBe(true);
    expect(result.content).toContain('bash could not be started: spawn bash ENOENT. Install bash');
  });

  it('has no standard input (TOOL-BASH-11)', async () => {
    expect((await (await setUp()).call({ command: 'cat; readlink /proc/self/fd/0' })).content).toBe('/dev/null');
  });

  it('gives 10 MB of output as it is, and reports how it goes', async () => {
    const bench = await setUp();
    const { structured } = await bench.call({ command: 'yes 0123456789abcde | head -c 10485760' });
    expect((structured.stdout as string).length).toBe(10_485_760);
    expect(bench.reported.length).toBeGreaterThan(0);
    expect(bench.reported.length).toBeLessThan(100);
  });

  it('keeps the beginning and the end of endless output within bounds', async () => {
    const bench = await setUp();
    const before = process.memoryUsage.rss();
    const { structured, content } = await bench.call({ command: 'echo first; exec yes', timeout: 1500 });
    expect(process.memoryUsage.rss() - before).toBeLessThan(128 * 1024 ** 2);
    expect(content).toContain('until then:\nfirst\ny\n');
    expect(structured.stdout).toMatch(/\n\.\.\. \[\d+ bytes left out\] \.\.\.\n/);
    expect((structured.stdout as string).length).toBeLessThan(13 * 1024 ** 2);
  });

  it('says what this version does not take (TOOL-BASH-01)', async () => {
    const bench = await setUp();
    expect((await bench.call({ command: 'ls', run_in_background: true })).content).toContain(
      '/run_in_background is not a known parameter',
    );
    expect((await bench.call({ command: 'ls', timeout: 600_001 })).content).toContain('must be at most 600000');
    expect((await bench.call({ command: ' ' })).content).toBe('The command is empty.');
    expect((await bench.call({ command: 'a\0b' })).content).toContain('null byte');
    expect((await bench.call({ command: `: ${'x'.repeat(131_072)}` })).content).toContain('the system takes 131071');
  });

  it('knows its flags as soon as its first input is parsed, and answers carefully before (TOOL-BASH-09)', async () => {
    const { tool } = await setUp();
    const flags = (command: string) =>
      [tool.isReadOnly, tool.isConcurrencySafe].map((flag) => (flag as (input: { command: string }) => boolean)({ command }));
    expect(flags('cat f')).toEqual([false, false]);
    await (tool.inputSchema as Schema).parse({ command: 'cat f' });
    expect(flags('cat f')).toEqual([true, true]);
    expect(flags('cd sub')).toEqual([true, false]);
    expect(flags('npm i')).toEqual([false, false]);
    expect(flags('cat $(npm i)')).toEqual([false, false]);
  });

  it('declares commands, and files by their real paths', async () => {
    const bench = await setUp();
    symlinkSync('/', join(bench.folder, 'link'));
    const access = async (command: string) => {
      await (bench.tool.inputSchema as Schema).parse({ command });
      return bench.tool.access?.({ command } as never, bench.context());
    };
    expect(await access('cat link/nope ../x > out')).toEqual([
      { kind: 'run', text: 'cat link/nope ../x > out', words: ['cat', 'link/nope', '../x'] },
      { kind: 'write', path: join(bench.folder, 'out') },
      { kind: 'read', path: '/nope' },
      { kind: 'read', path: join(dirname(bench.folder), 'x') },
    ]);
    expect(await access('a "$x"')).toEqual([
      { kind: 'run', text: 'a "$x"', words: ['a', '$x'] },
      { kind: 'run', text: 'a "$x"', unclear: 'a variable' },
    ]);
    expect(await access('# nothing')).toEqual([{ kind: 'run', text: '# nothing', unclear: 'no command' }]);
  });
});
