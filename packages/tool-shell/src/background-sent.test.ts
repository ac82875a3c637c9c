import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BackgroundTasks } from '@loadout/core';
import { describe, expect, it } from 'vitest';
import { type Bench, longTime, running, setUp, until } from './testing/context.js';

const tasksOf = ({ context }: Bench) => context.get(BackgroundTasks);

/** Begins a command, and sends it to the background once it has made its file `there`. */
async function begin(bench: Bench, input: { readonly command: string; readonly description?: string }) {
  const call = bench.call(input);
  await until(() => existsSync(join(bench.folder, 'there')));
  await until(() => bench.reported.length > 0);
  expect(tasksOf(bench).send('toolu_test')).toBe(true);
  return call;
}

const PARTS = 'echo one; touch there; until [ -e gate ]; do sleep 0.01; done; echo two; exit 3';

describe('a command that is sent to the background (CTRL-11)', () => {
  it('is answered at once with what it printed, and goes on as a task with all that it prints from then on', async () => {
    const bench = await setUp();
    const result = await begin(bench, { command: PARTS, description: 'Counts' });
    expect(result).toMatchObject({
      isError: false,
      structured: { stdout: 'one', stderr: '', interrupted: false, backgroundTaskId: 'shell_1', backgroundedByUser: true },
    });
    expect(result.content).toMatch(/^The user sent the command to the background, where it goes on as shell_1\..*:\none$/s);
    const task = tasksOf(bench).get('shell_1');
    expect(task).toMatchObject({ toolUseId: 'toolu_test', title: PARTS, description: 'Counts' });
    writeFileSync(join(bench.folder, 'gate'), '');
    expect((await bench.callOf('TaskOutput', { task_id: 'shell_1' })).structured).toMatchObject({
      output: 'two\n',
      status: 'failed',
      exitCode: 3,
    });
    expect(readFileSync(task?.outputFile ?? '', 'utf8')).toBe('two\n');
  });

  it('is not a part of its call any more: an interrupt of that leaves it alone, TaskStop ends it', async () => {
    const bench = await setUp();
    const time = longTime();
    await begin(bench, { command: `echo one; touch there; sleep ${time}; true` });
    await until(() => running(time) === 2);
    bench.context.abort();
    const { structured } = await bench.callOf('TaskOutput', { task_id: 'shell_1', block: false });
    expect([structured.status, running(time)]).toEqual(['running', 2]);
    await bench.callOf('TaskStop', { task_id: 'shell_1' });
    expect(running(time)).toBe(0);
  });

  it('loses nothing of what comes fast: both parts are the whole', async () => {
    const bench = await setUp();
    const call = bench.call({ command: 'seq 1 90000; until [ -e gate ]; do sleep 0.01; done; echo last' });
    await until(() => bench.reported.length > 0);
    expect(tasksOf(bench).send()).toBe(true);
    const { structured } = await call;
    writeFileSync(join(bench.folder, 'gate'), '');
    const { output } = (await bench.callOf('TaskOutput', { task_id: 'shell_1' })).structured;
    const whole = `${Array.from({ length: 90_000 }, (_, index) => `${index + 1}\n`).join('')}last\n`;
    const seen = String(structured.stdout);
    expect([seen + output, `${seen}\n${output}`]).toContain(whole);
  });

  it('keeps a character whole that was cut in two then', async () => {
    const bench = await setUp();
    const call = bench.call({ command: `printf 'ha\\xc3'; until [ -e gate ]; do sleep 0.01; done; printf '\\xa9lf'` });
    await until(() => bench.reported.length > 0);
    tasksOf(bench).send();
    const { structured } = await call;
    writeFileSync(join(bench.folder, 'gate'), '');
    const { output } = (await bench.callOf('TaskOutput', { task_id: 'shell_1' })).structured;
    expect([structured.stdout, output]).toEqual(['ha', 'élf']);
  });

  it('excludes commands that have ended, run in the background already, or belong to another call', async () => {
    const bench = await setUp();
    const tasks = tasksOf(bench);
    expect(tasks.send()).toBe(false);
    await bench.call({ command: 'true' });
    await bench.call({ command: `sleep ${longTime()}`, run_in_background: true });
    expect([tasks.send(), tasks.send('toolu_test')]).toEqual([false, false]);
    const call = bench.call({ command: 'echo one; touch there; until [ -e gate ]; do sleep 0.01; done' });
    await until(() => existsSync(join(bench.folder, 'there')));
    expect(tasks.send('toolu_other')).toBe(false);
    writeFileSync(join(bench.folder, 'gate'), '');
    expect((await call).structured).toMatchObject({ exitCode: 0 });
  });
});
