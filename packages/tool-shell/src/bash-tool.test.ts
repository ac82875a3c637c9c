import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { setUp } from './testing/context.js';

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
});
