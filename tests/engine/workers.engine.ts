import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ask } from '../../packages/engine-restate/src/engine/request.js';
import { type Farm, startFarm } from './farm.test-kit.js';
import { until } from './until.js';

const submit = ({ client, plan }: Farm, agent: string, session: string, label?: string) =>
  client.submit(agent, { session, prompt: 'Go on.', plan, label });

const letGo = ({ dir }: Farm) => writeFileSync(join(dir, 'go'), '');

/** Resolves when so many runs hold, with the number of runs of each worker. */
const holding = (farm: Farm, count: number) =>
  until(() => {
    const effects = farm.effects();
    if (effects.length < count) return undefined;
    const byWorker = new Map<number, number>();
    for (const { pid } of effects) byWorker.set(pid, (byWorker.get(pid) ?? 0) + 1);
    return byWorker;
  });

const inState = ({ client }: Farm, run: string, state: string) =>
  until(async () => {
    const found = await client.run(run);
    return found.state === state ? found : undefined;
  });

describe('workers without a common address', () => {
  it('share the runs: none takes more than its places, and none is idle while runs wait', async () => {
    const farm = await startFarm();
    const workers = await Promise.all([1, 2, 3].map(() => farm.work({ args: ['--concurrency', '2'] })));
    const runs = Array.from({ length: 7 }, (_, index) => `run-${index}`);
    const ids = await Promise.all(runs.map((run) => submit(farm, 'hold', run)));
    const byWorker = await holding(farm, 6);
    expect([...byWorker.values()]).toEqual([2, 2, 2]);
    expect([...byWorker.keys()].sort()).toEqual(workers.map(({ pid }) => pid).sort());
    const waiting = await until(async () => (await farm.client.runs()).find(({ state }) => state === 'queued'));
    expect(waiting.says).toContain('waits for a place');
    letGo(farm);
    for (const { id } of ids) expect(await farm.client.result(id)).toMatchObject({ outcome: 'success' });
    expect(new Set(farm.effects().map(({ run }) => run)).size).toBe(7);
  });

  it('take over the run of a worker that is killed, while they run', async () => {
    const farm = await startFarm();
    const other = await farm.work();
    const newest = await farm.work();
    const { id } = await submit(farm, 'hold', 'held');
    await until(() => farm.effects()[0]);
    expect(farm.effects().map(({ pid }) => pid)).toEqual([newest.pid]);
    newest.kill('SIGKILL');
    await until(() => farm.effects()[1]);
    letGo(farm);
    expect(await farm.client.result(id)).toMatchObject({ outcome: 'success' });
    const [first, second] = farm.effects();
    expect([second?.pid, second?.call]).toEqual([other.pid, first?.call]);
  });

  it('go on with a run that is paused while it works, as one that two workers move at the same moment', async () => {
    const farm = await startFarm();
    await Promise.all([farm.work(), farm.work()]);
    const { id } = await submit(farm, 'many', 'paused');
    await until(() => farm.effects()[10]);
    expect(await ask(farm.admin, `/invocations/${id}/pause`, { method: 'PATCH' })).toMatchObject({ status: 202 });
    // A few more effects are under way.
    const last = farm.effects().length;
    await until(() => farm.effects()[last + 10]);
    await farm.command('cancel', 'paused');
    await inState(farm, 'paused', 'cancelled');
    const once = farm.effects().flatMap(({ step, call }) => (step === 1 ? [call] : []));
    expect(new Set(once).size).toBe(once.length);
  });

  it('take new runs after the worker that registered last is killed', async () => {
    const farm = await startFarm();
    const other = await farm.work();
    const newest = await farm.work();
    newest.kill('SIGKILL');
    await newest.finished;
    const ids = await Promise.all(['a', 'b', 'c'].map((run) => submit(farm, 'five', run)));
    for (const { id } of ids) expect(await farm.client.result(id)).toMatchObject({ outcome: 'success' });
    expect(new Set(farm.effects().map(({ pid }) => pid))).toEqual(new Set([other.pid]));
  });

  it('take new runs in turn after the worker that registered last is killed while all others are full', async () => {
    const farm = await startFarm();
    const full = await farm.work({ args: ['--concurrency', '1'] });
    await submit(farm, 'hold', 'held');
    await until(() => farm.effects()[0]);
    const newest = await farm.work();
    newest.kill('SIGKILL');
    await newest.finished;
    const { id } = await submit(farm, 'five', 'next');
    await inState(farm, 'next', 'queued');
    letGo(farm);
    expect(await farm.client.result(id)).toMatchObject({ outcome: 'success' });
    expect(new Set(farm.effects().map(({ pid }) => pid))).toEqual(new Set([full.pid]));
  });

  it('give a run that waits for a place to nobody after it is cancelled', async () => {
    const farm = await startFarm();
    await farm.work({ args: ['--concurrency', '1'] });
    await submit(farm, 'hold', 'first');
    await until(() => farm.effects()[0]);
    await submit(farm, 'five', 'second');
    await inState(farm, 'second', 'queued');
    await farm.command('cancel', 'second');
    await inState(farm, 'second', 'cancelled');
    letGo(farm);
    await inState(farm, 'first', 'ended');
    expect(farm.effects().map(({ run }) => run)).toEqual(['first']);
  });
});

describe('a label', () => {
  it('keeps a run for the workers that have it', async () => {
    const farm = await startFarm();
    await farm.work();
    const run = (await farm.command('submit', 'five', 'Go on.', '--label', 'gpu')).trim();
    const { says } = await inState(farm, run, 'stuck');
    expect(says).toBe(`The run ${run} needs a worker with the label "gpu", and this worker has no label.`);
    expect(farm.effects()).toEqual([]);
    const gpu = await farm.work({ args: ['--label', 'eu', '--label', 'gpu'] });
    await inState(farm, run, 'ended');
    expect(farm.effects().map(({ pid }) => pid)).toEqual([1, 2, 3, 4, 5].map(() => gpu.pid));
    expect((await farm.command('runs', '--limit', '1')).trim().split('\n')).toHaveLength(1);
  });

  it('belongs to a prompt, not to its session', async () => {
    const farm = await startFarm();
    const gpu = await farm.work({ args: ['--label', 'gpu'] });
    await farm.client.result((await submit(farm, 'five', 'session', 'gpu')).id);
    gpu.kill('SIGKILL');
    await gpu.finished;
    await farm.work();
    const { id } = await submit(farm, 'five', 'session');
    // The script's next turn shows that this worker has the session.
    expect(await farm.client.result(id)).toMatchObject({ outcome: 'success', text: 'And again.' });
  });
});

describe('a run with a time', () => {
  it('is scheduled, and can be cancelled', async () => {
    const farm = await startFarm();
    await farm.work();
    const run = (await farm.command('submit', 'five', 'Later.', '--at', 'in 2h')).trim();
    expect(await inState(farm, run, 'scheduled')).toMatchObject({ agent: 'five', asks: [] });
    expect(await farm.command('runs')).toContain('scheduled');
    await farm.command('cancel', run);
    await until(async () => ((await farm.client.runs()).length === 0 ? true : undefined));
    expect(farm.effects()).toEqual([]);
  });

  it('starts at the time, also if no worker was there in between', async () => {
    const farm = await startFarm();
    const worker = await farm.work();
    const run = (await farm.command('submit', 'five', 'Soon.', '--at', 'in 2s')).trim();
    worker.kill('SIGKILL');
    await worker.finished;
    await farm.work();
    const { at } = await inState(farm, run, 'ended');
    expect(farm.effects()).toHaveLength(5);
    expect(at).not.toBe('');
  });
});
