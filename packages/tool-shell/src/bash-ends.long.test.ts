import { describe, expect, it } from 'vitest';
import { longTime, running, setUp, until } from './testing/context.js';
import { exitAfter } from './testing/fresh-process.js';

describe('the processes of a command', () => {
  it('ends every process at the timeout, gives what was printed, and returns (TOOL-BASH-03)', async () => {
    const bench = await setUp();
    const time = longTime();
    const trapped = `bash -c 'trap "" TERM; sleep ${time}; sleep ${time}'`;
    const command = `echo started; sleep ${time} & setsid sleep ${time} & (setsid ${trapped} &) ; ${trapped}`;
    const result = await bench.call({ command, timeout: 1000 });
    expect(result).toMatchObject({
      isError: true,
      structured: { interrupted: true, timedOutAfterMs: 1000, stdout: 'started\n' },
    });
    expect(result.content).toContain('timed out after 1000 ms');
    expect(running(time)).toBe(0);
  });

  it('ends every process when it is interrupted, and gives what was printed (TOOL-BASH-12)', async () => {
    const bench = await setUp();
    const time = longTime();
    const call = bench.call({ command: `echo started; setsid sleep ${time} & sleep ${time}` });
    await until(() => bench.reported.length > 0);
    bench.context.abort();
    const result = await call;
    expect(result).toMatchObject({ isError: true, structured: { interrupted: true, stdout: 'started\n' } });
    expect(result.content).toContain('interrupted');
    expect(running(time)).toBe(0);
  });

  it('does not start when it was cancelled before', async () => {
    const bench = await setUp();
    bench.context.abort();
    const result = await bench.call({ command: 'echo x > made' });
    expect(result.content).toContain('was not run');
    expect((await (await setUp()).call({ command: `ls ${bench.folder}` })).content).toBe('(no output)');
  });

  it('ends every process when Loadout is killed by SIGKILL (TOOL-KILL-03)', async () => {
    const time = longTime();
    const command = `(setsid sleep ${time} &) ; sleep ${time} & kill -KILL $PPID; sleep ${time}`;
    await expect(exitAfter({ command })).rejects.toMatchObject({ signal: 'SIGKILL' });
    await expect.poll(() => running(time)).toBe(0);
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

  it('ends what a command left running, and hid, when the session ends (TOOL-KILL-03)', async () => {
    const bench = await setUp();
    const time = longTime();
    const result = await bench.call({
      command: `(setsid sleep ${time} >/dev/null 2>&1 &) ; setsid sleep ${time} >/dev/null 2>&1 &`,
    });
    expect(result.content).toBe('(no output)');
    expect(running(time)).toBeGreaterThan(0);
    await bench.dispose();
    expect(running(time)).toBe(0);
  });

  it('end with this process, however little leave it takes (TOOL-KILL-03)', async () => {
    const time = longTime();
    const hidden = `(setsid bash -c 'trap "" TERM; sleep ${time}; sleep ${time}' >/dev/null 2>&1 &)`;
    await exitAfter({ command: `${hidden}; setsid sleep ${time} & sleep ${time}`, run_in_background: true });
    await exitAfter({ command: hidden });
    expect(running(time)).toBe(0);
  });

  it('follows no link and waits for no pipe that a command puts in the place of its note', async () => {
    const bench = await setUp();
    const found = `note=$(trap -p EXIT | grep -o "/[^' ]*/notes")/\${LOADOUT_RUN##*:}; [ -d "\${note%/*}" ] && trap - EXIT`;
    for (const what of [
      'mkfifo "$note"',
      'ln -s /etc/hostname "$note"',
      'mkdir "$note"',
      'ln -s / here; echo "$PWD/here" >"$note"',
    ])
      expect(await bench.call({ command: `${found} && ${what}` })).toMatchObject({
        content: expect.stringMatching(/^\(no output\)/),
        isError: false,
      });
    expect(bench.context.cwd).toBe(bench.folder);
  });
});
