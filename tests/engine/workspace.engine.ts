import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ListedRun } from '@loadout/engine-restate';
import { describe, expect, it } from 'vitest';
import { IMPATIENT } from './engine-server.test-kit.js';
import { until } from './until.js';
import { type Kill, startWorkspaceFarm, type WorkspaceFarm } from './workspace-farm.test-kit.js';

const untilState = ({ client }: WorkspaceFarm, run: string, state: string): Promise<ListedRun> =>
  until(async () => {
    const found = await client.run(run);
    return found.state === state ? found : undefined;
  });

/** The steps whose calls ended well, as the records say. */
async function doneSteps({ client }: WorkspaceFarm, run: string): Promise<readonly string[]> {
  const { records } = await client.session(run);
  const done = new Map<string, string>();
  for (const record of records) {
    if (record.t !== 'ended' || record.outcome !== 'done') continue;
    const step = /^put (\d)/.exec(String(record.block.content))?.[1];
    if (step !== undefined) done.set(record.id, step);
  }
  return [...done.values()];
}

/** Files and records say the same, and no effect outside happened twice. */
async function expectMatch(farm: WorkspaceFarm, run: string): Promise<void> {
  expect(farm.lines(run)).toEqual(await doneSteps(farm, run));
  const puts = farm.effects().map(({ step }) => step);
  expect(new Set(puts).size).toBe(puts.length);
}

describe('a run that brings its repository', () => {
  it('works in its files on any worker, and leaves them in a ref', async () => {
    const farm = await startWorkspaceFarm();
    await farm.work();
    const run = await farm.submit('five');
    const { view } = await untilState(farm, run, 'ended');
    expect(view?.end).toMatchObject({ outcome: 'success', files: { remote: farm.remote, ref: `refs/loadout/${run}` } });
    expect(farm.lines(run)).toEqual(['1', '2', '3', '4', '5']);
    await expectMatch(farm, run);
    expect(await farm.command('runs')).toContain(`Files: git fetch ${farm.remote} refs/loadout/${run}`);
    expect(existsSync(farm.effects()[0]?.cwd ?? '')).toBe(false);
    await farm.command('resume', run, 'Once more.', '--engine');
    expect(farm.lines(run)).toEqual(['1', '2', '3', '4', '5', '9']);
  });

  const kills: readonly Kill[] = [1, 2, 4, 7].flatMap((push): Kill[] => [
    { push, at: 'pre-receive' },
    { push, at: 'post-receive' },
  ]);
  it.each(kills)('has the files of its records after a kill -9 around push $push: $at', async (kill) => {
    const farm = await startWorkspaceFarm();
    farm.killAt(kill);
    await Promise.all([farm.work(), farm.work()]);
    const run = await farm.submit('five');
    const { view } = await untilState(farm, run, 'ended');
    expect(existsSync(join(farm.remote, 'killed'))).toBe(true);
    expect(view?.end?.outcome).toBe('success');
    expect(farm.effects().map(({ step }) => step)).toEqual([1, 2, 3, 4, 5]);
    await expectMatch(farm, run);
    expect(new Set(farm.effects().map(({ cwd }) => cwd)).size).toBe(1);
  });

  it('has an id that is no path: another one is refused, and no folder is emptied', async () => {
    const farm = await startWorkspaceFarm();
    await farm.work();
    const { view } = await untilState(farm, await farm.submit('five'), 'ended');
    const kept = join(farm.dir, 'kept');
    mkdirSync(join(kept, 'files'), { recursive: true });
    const wish = { prompt: 'Go on.', plan: view?.plan ?? '', workspace: { remote: farm.remote, ref: 'main' } };
    const { id } = await farm.client.submit('five', { ...wish, session: '..%2Fkept' });
    await expect(farm.client.result(id)).rejects.toThrow('is not a session id');
    expect(existsSync(join(kept, 'files'))).toBe(true);
  });

  it('goes back to the last recorded step when its worker is killed within a call', async () => {
    const farm = await startWorkspaceFarm();
    await Promise.all([farm.work(), farm.work()]);
    const run = await farm.submit('dying');
    await untilState(farm, run, 'ended');
    expect(farm.effects().map(({ step, seen }) => [step, seen])).toEqual([
      [1, ''],
      [2, '1\n'],
      [3, '1\n'],
    ]);
    expect(farm.lines(run)).toEqual(['1', '3']);
    await expectMatch(farm, run);
  });

  it('is not changed by a worker that was stopped beyond the fence', async () => {
    const farm = await startWorkspaceFarm({ patience: IMPATIENT });
    const workers = await Promise.all([farm.work(), farm.work()]);
    const run = await farm.submit('hold');
    const held = await until(() => farm.effects().find(({ step }) => step === 2));
    const first = workers.find(({ pid }) => pid === held.pid);
    first?.kill('SIGSTOP');
    await until(() => farm.effects().find(({ step, pid }) => step === 2 && pid !== held.pid));
    first?.kill('SIGCONT');
    farm.letGo();
    await untilState(farm, run, 'ended');
    expect(farm.lines(run)).toEqual(['1', '3']);
    expect(farm.effects().map(({ step, seen }) => [step, seen])).toEqual([
      [1, ''],
      [2, '1\n'],
      [2, '1\n'],
      [3, '1\n'],
    ]);
  });

  it('waits for an approval without a worker, and continues on another one with its files', async () => {
    const farm = await startWorkspaceFarm();
    const first = await farm.work();
    const run = await farm.submit('asking');
    const { view } = await untilState(farm, run, 'waiting');
    expect(view?.files?.ref).toBe(`refs/loadout/${run}`);
    expect(farm.lines(run)).toEqual(['1']);
    first.kill('SIGKILL');
    await first.finished;
    await farm.command('approve', run);
    const second = await farm.work();
    await untilState(farm, run, 'ended');
    expect(farm.effects().map(({ step, pid, seen }) => [step, pid, seen])).toEqual([
      [1, first.pid, ''],
      [2, second.pid, '1\n'],
      [3, second.pid, '1\n2\n'],
    ]);
    await expectMatch(farm, run);
  });

  it('waits while its remote is down, and repeats nothing', async () => {
    const farm = await startWorkspaceFarm();
    const worker = await farm.work();
    const run = await farm.submit('hold');
    await until(() => farm.effects().find(({ step }) => step === 2));
    renameSync(farm.remote, `${farm.remote}.away`);
    farm.letGo();
    // The hold changes no file, so the third call happens and its push waits.
    await until(() => (worker.errors().includes('waits with its files') ? true : undefined));
    expect(worker.errors()).toContain(`git could not push to ${farm.remote}`);
    renameSync(`${farm.remote}.away`, farm.remote);
    await untilState(farm, run, 'ended');
    expect(farm.effects().map(({ step }) => step)).toEqual([1, 2, 3]);
    await expectMatch(farm, run);
  });

  it('is cancelled with the files of its records, and a later prompt continues with them', async () => {
    const farm = await startWorkspaceFarm();
    await farm.work();
    const run = await farm.submit('hold');
    await until(() => farm.effects().find(({ step }) => step === 2));
    await farm.command('cancel', run);
    await untilState(farm, run, 'cancelled');
    expect(farm.lines(run)).toEqual(['1']);
    farm.letGo();
    await farm.command('resume', run, 'Go on.', '--engine');
    const { view } = await farm.client.run(run);
    expect(view?.end?.outcome).toBe('success');
    await expect(expectFiles(farm, run)).resolves.toBeUndefined();
  });
});

/** The lines of the file are the steps that ended. */
const expectFiles = async (farm: WorkspaceFarm, run: string) => {
  expect(farm.lines(run)).toEqual(await doneSteps(farm, run));
};

describe('a worker', () => {
  it('refuses a run whose repository it may not use, or that does not answer, and says why', async () => {
    const farm = await startWorkspaceFarm();
    const strict = await farm.work(['--remote', '/elsewhere/']);
    const run = (await farm.command('submit', 'five', 'Go on.', '--workspace', 'git:/nowhere/app.git#main')).trim();
    expect((await untilState(farm, run, 'stuck')).says).toContain(
      'works in /nowhere/app.git, and this worker takes repositories of',
    );
    strict.kill('SIGTERM');
    await strict.finished;
    const lost = (await farm.command('submit', 'five', 'Go on.', '--workspace', `git:${farm.dir}/none.git#main`)).trim();
    await farm.work();
    const refused = `git could not read the refs of ${farm.dir}/none.git`;
    await until(async () => ((await farm.client.run(lost)).says.includes(refused) ? true : undefined));
    expect(farm.effects()).toEqual([]);
  });
});

describe('a long result', () => {
  it('is readable on the next worker, up to its limit, and says what is missing above it', async () => {
    const farm = await startWorkspaceFarm();
    const first = await farm.work();
    const run = (await farm.command('submit', 'long', 'Go on.')).trim();
    const held = await until(() => farm.effects()[0]);
    expect(held.pid).toBe(first.pid);
    first.kill('SIGKILL');
    await first.finished;
    rmSync(first.dir, { recursive: true });
    mkdirSync(first.dir);
    farm.letGo();
    const second = await farm.work();
    await untilState(farm, run, 'ended');
    const looked = farm.effects().find(({ step }) => step === 3);
    expect(looked?.pid).toBe(second.pid);
    const [missing, kept] = JSON.parse(looked?.seen ?? '') as [number, string][];
    expect(kept?.[0]).toBe(300_007);
    expect(kept?.[1]).toMatch(/the end$/);
    expect(missing?.[1]).toContain('Repeat the call if its output is needed');
    // The engine has one name for the folder, whichever worker wrote the record.
    const { records } = await farm.client.session(run);
    expect(JSON.stringify(records)).not.toContain(`${second.dir}/.home`);
    expect(JSON.stringify(records.findLast(({ t }) => t === 'ended'))).toContain(`${first.dir}/.home`);
  });
});
