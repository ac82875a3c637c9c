import { describe, expect, it } from 'vitest';
import { longTime, running, setUp, until } from '../testing/context.js';
import { saidWithoutPackages } from '../testing/fresh-process.js';

describe('a command on a terminal', () => {
  it('sees a terminal of 120 by 30, and what it prints has no control codes', async () => {
    const bench = await setUp({ pty: true });
    const { content } = await bench.call({ command: `test -t 1 && stty size && printf '\\033[31mred\\033[0m\\n'; exit 3` });
    expect(content).toBe('Exit code 3\n30 120\nred');
  });

  it('keeps a cd, and says which signal ended it', async () => {
    const bench = await setUp({ pty: true });
    expect((await bench.call({ command: 'mkdir sub; cd sub' })).isError).toBe(false);
    expect((await bench.call({ command: 'pwd; kill -SEGV $$' })).content).toBe(
      `Exit code 139 (killed by SIGSEGV)\n${bench.folder}/sub`,
    );
  });

  it('is ended with all its processes when it is interrupted', async () => {
    const bench = await setUp({ pty: true });
    const time = longTime();
    const call = bench.call({ command: `echo started; trap "" HUP; setsid sleep ${time} & sleep ${time}` });
    await until(() => bench.reported.length > 0);
    bench.context.abort();
    expect((await call).structured).toMatchObject({ interrupted: true, stdout: 'started\n' });
    expect(running(time)).toBe(0);
  });

  it('says what to install when there is none', async () => {
    expect(await saidWithoutPackages({ options: { pty: true } })).toMatch(
      /^The command was not run: tool-shell has the option pty, and its terminal cannot be loaded: Cannot find package '@lydell\/node-pty'/,
    );
  });
});
