import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BackgroundTask, BackgroundTasks, Inbox } from '@loadout/core';
import { describe, expect, it } from 'vitest';
import { type Bench, longTime, running, setUp, until, untilPrinted } from './testing/context.js';

/** Starts it and gives back its id. */
async function start(bench: Bench, command: string): Promise<string> {
  const result = await bench.call({ command, run_in_background: true });
  expect(result.isError).toBe(false);
  return String(result.structured.backgroundTaskId);
}

const output = async (bench: Bench, input: unknown) => (await bench.callOf('TaskOutput', input)).structured;

describe('a background command', () => {
  it('returns at once with an id, under which its output is read (TOOL-BASH-04, BUG-06)', async () => {
    const bench = await setUp();
    const time = longTime();
    const result = await bench.call({ command: `echo hello; sleep ${time}`, run_in_background: true });
    expect(result.content).toBe(
      'Running in the background as shell_1. You hear of its end; until then TaskOutput reads its output and TaskStop ends it.',
    );
    await untilPrinted(bench, 'hello\n');
    const { content } = await bench.callOf('TaskOutput', { task_id: 'shell_1', block: false });
    expect(content).toBe('Status: running\nhello');
  });

  it('tells the model when it has ended by itself, and says nothing of one that was stopped (BG-01)', async () => {
    const heard: string[] = [];
    const inbox: Inbox = { add: (text) => void heard.push(text), hold: () => {} };
    const bench = await setUp({}, { services: [[Inbox, inbox]] });
    const ended = (id: string) => bench.context.get(BackgroundTasks).get(id)?.ended;
    const stopped = await start(bench, `sleep ${longTime()}`);
    await bench.callOf('TaskStop', { task_id: stopped });
    await ended(await start(bench, 'exit 3'));
    await ended(await start(bench, 'kill -KILL $$'));
    expect(heard).toEqual([
      'The background command shell_2 has ended: failed, exit code 3. TaskOutput gives what it printed. It was: exit 3',
      'The background command shell_3 has ended: killed, exit code 137. TaskOutput gives what it printed. It was: kill -KILL $$',
    ]);
  });

  it('is read from where the last reading ended, with its status and exit code (TOOL-BGOUT-01)', async () => {
    const bench = await setUp();
    const gate = join(bench.folder, 'gate');
    const id = await start(bench, `echo one; until [ -e gate ]; do sleep 0.01; done; echo two >&2; exit 3`);
    await untilPrinted(bench, 'one\n');
    expect(await output(bench, { task_id: id, timeout: 10 })).toMatchObject({ output: 'one\n', status: 'running' });
    writeFileSync(gate, '');
    expect(await output(bench, { task_id: id })).toEqual({
      task_id: id,
      type: 'shell',
      output: 'two\n',
      status: 'failed',
      exitCode: 3,
    });
    expect((await bench.callOf('TaskOutput', { task_id: id })).content).toBe('Status: failed (exit code 3)\n(no new output)');
  });

  it('is completed after success, and killed after a signal (TOOL-BGOUT-01)', async () => {
    const bench = await setUp();
    expect(await output(bench, { task_id: await start(bench, 'true') })).toMatchObject({ status: 'completed', exitCode: 0 });
    expect(await output(bench, { task_id: await start(bench, 'kill -KILL $$') })).toMatchObject({
      status: 'killed',
      exitCode: 137,
    });
  });

  it('keeps a line that is cut in half until its rest has come', async () => {
    const bench = await setUp();
    const gate = join(bench.folder, 'gate');
    const id = await start(bench, `printf 'whole\\nha\\xc3'; until [ -e gate ]; do sleep 0.01; done; printf '\\xa9lf'`);
    await untilPrinted(bench, 'whole\nha');
    expect(await output(bench, { task_id: id, block: false })).toMatchObject({ output: 'whole\n' });
    writeFileSync(gate, '');
    expect(await output(bench, { task_id: id })).toMatchObject({ output: 'haélf' });
  });

  it('a filter keeps the lines that match and uses up the others (TOOL-BGOUT-02)', async () => {
    const bench = await setUp();
    const id = await start(bench, 'seq 1 20');
    expect(await output(bench, { task_id: id, filter: '^1.$' })).toMatchObject({
      output: Array.from({ length: 10 }, (_, index) => `${index + 10}\n`).join(''),
    });
    expect(await output(bench, { task_id: id })).toMatchObject({ output: '' });
  });

  it('a filter that is invalid or would take forever is an error and loses no output (TOOL-BGOUT-02)', async () => {
    const bench = await setUp();
    const id = await start(bench, `echo ${'a'.repeat(40)}b`);
    const of = (filter: string) => bench.callOf('TaskOutput', { task_id: id, filter });
    expect((await of('^(a+)+$')).content).toContain('took longer than 250 ms');
    expect((await of('(')).content).toContain('The filter "(" cannot be used');
    expect((await of('x'.repeat(1001))).content).toContain('it has 1001 characters, at most 1000 are taken');
    expect(await output(bench, { task_id: id })).toMatchObject({ output: `${'a'.repeat(40)}b\n` });
  });

  it('is found by task_id, bash_id and id, and an unknown id lists what runs (TOOL-BGOUT-03, ALIAS-08)', async () => {
    const bench = await setUp();
    const id = await start(bench, `sleep ${longTime()}`);
    for (const key of ['task_id', 'bash_id', 'id'])
      expect((await bench.callOf('BashOutput', { [key]: id, block: false })).structured).toMatchObject({ task_id: id });
    const unknown = await bench.callOf('TaskOutput', { task_id: 'shell_9' });
    expect(unknown).toMatchObject({ isError: true });
    expect(unknown.content).toMatch(/^There is no background task "shell_9"\. Running: shell_1 \(sleep /);
  });

  it('waiting for it ends with the call (TOOL-BGOUT-03)', async () => {
    const bench = await setUp();
    const id = await start(bench, `sleep ${longTime()}`);
    const call = bench.callOf('TaskOutput', { task_id: id, timeout: 600_000 });
    bench.context.abort();
    expect((await call).structured).toMatchObject({ status: 'running' });
  });

  it('that prints more than is kept reports how much was dropped and the file with all output (TOOL-BGOUT-04)', async () => {
    const bench = await setUp();
    const id = await start(bench, 'seq 1 400000');
    await bench.context.get(BackgroundTasks).get(id)?.ended;
    const { output: text } = await output(bench, { task_id: id });
    const [, dropped, path = ''] = /^\[(\d+) older bytes .* the whole output is in (\S+)\]\n/.exec(String(text)) ?? [];
    const whole = Array.from({ length: 400_000 }, (_, index) => `${index + 1}\n`).join('');
    expect(readFileSync(path, 'utf8')).toBe(whole);
    expect(String(text).split(']\n')[1]).toBe(whole.slice(Number(dropped)));
    expect(whole.length - Number(dropped)).toBeLessThanOrEqual(1024 * 1024);
  });

  it('goes on until what it started has ended, too', async () => {
    const bench = await setUp();
    const id = await start(bench, '(sleep 0.6; echo late) & echo early');
    expect(await output(bench, { task_id: id })).toMatchObject({ output: 'early\nlate\n', status: 'completed' });
  });

  it('does not move the session', async () => {
    const bench = await setUp();
    await output(bench, { task_id: await start(bench, 'mkdir sub; cd sub') });
    expect(bench.context.cwd).toBe(bench.folder);
  });
});

describe('TaskStop', () => {
  it('ends it with all that it started, names it and forgets it (TOOL-KILL-01, ALIAS-09)', async () => {
    const bench = await setUp();
    const time = longTime();
    const trapped = `bash -c 'trap "" TERM; sleep ${time}; sleep ${time}'`;
    const command = `setsid sleep ${time} & (setsid ${trapped} &) ; sleep ${time}`;
    for (const [name, key] of Object.entries({ KillShell: 'shell_id', TaskStop: 'task_id', KillBash: 'id' })) {
      const id = await start(bench, command);
      await until(() => running(time) >= 4);
      const result = await bench.callOf(name, { [key]: id });
      expect(result).toEqual({
        content: `Stopped shell ${id}: ${command}`,
        isError: false,
        structured: { task_id: id, type: 'shell', command },
      });
      expect(running(time)).toBe(0);
      expect(bench.context.get(BackgroundTasks).get(id)).toBeUndefined();
    }
  });

  it('of an unknown or ended task is an error (TOOL-KILL-02)', async () => {
    const bench = await setUp();
    const id = await start(bench, 'exit 3');
    await output(bench, { task_id: id });
    expect((await bench.callOf('TaskStop', { task_id: id })).content).toBe(
      `The background task "${id}" is no longer running (failed). Running: none.`,
    );
    expect(await bench.callOf('TaskStop', { task_id: 'agent_7' })).toMatchObject({ isError: true });
  });

  it('addresses one registry: a task of any kind is read and stopped, and to-do ids are unknown to it (CON-22, BUG-07)', async () => {
    const bench = await setUp();
    let stopped = false;
    const agent = (id: string): BackgroundTask => ({
      id,
      type: 'agent',
      title: 'look around',
      status: () => ({ state: stopped ? 'killed' : 'running' }),
      read: async () => 'found it\n',
      ended: new Promise(() => {}),
      stop: async () => {
        stopped = true;
      },
    });
    bench.context.get(BackgroundTasks).start('agent', agent);
    expect((await bench.callOf('AgentOutput', { id: 'agent_1', block: false })).content).toBe('Status: running\nfound it');
    expect((await bench.callOf('TaskStop', { id: 'task_1' })).isError).toBe(true);
    expect((await bench.callOf('TaskStop', { id: 'agent_1' })).content).toBe('Stopped agent agent_1: look around');
    expect(stopped).toBe(true);
  });

  it('is not needed at the end: what still runs ends with the session (TOOL-KILL-03)', async () => {
    const bench = await setUp();
    const time = longTime();
    await start(bench, `setsid sleep ${time} & sleep ${time}`);
    await until(() => running(time) >= 2);
    await bench.dispose();
    expect(running(time)).toBe(0);
  });
});

describe('a command whose time is up', () => {
  it('goes on in the background where that is configured (TOOL-BASH-05)', async () => {
    const bench = await setUp({ backgroundOnTimeout: true });
    const result = await bench.call({ command: 'echo one && tail -f /dev/null', timeout: 1000 });
    expect(result).toMatchObject({
      isError: false,
      structured: { stdout: 'one', backgroundTaskId: 'shell_1', timedOutAfterMs: 1000 },
    });
    expect(result.content).toContain('goes on in the background as shell_1');
    expect(await output(bench, { task_id: 'shell_1', block: false })).toMatchObject({ status: 'running', output: '' });
  });

  it.each(['sleep 60', 'mkfifo p && git hash-object --stdin < p', 'f() { tail -f /dev/null; }; f', 'tail -f "$0" /dev/null'])(
    '%s is ended all the same (TOOL-BASH-05)',
    async (command) => {
      const bench = await setUp({ backgroundOnTimeout: true });
      expect(await bench.call({ command, timeout: 200 })).toMatchObject({
        isError: true,
        structured: { interrupted: true },
      });
    },
  );
});
