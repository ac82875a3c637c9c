import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask, engineAt } from '@loadout/engine-restate';
import { describe, expect, it } from 'vitest';
import { heldFiles, holdRun } from './held-run.test-kit.js';
import type { RestateUnderTest } from './restate-engine.test-kit.js';
import { until } from './until.js';

/** The plan of the newest worker. The address of a worker ends with its plan. */
async function planOf({ address }: RestateUnderTest): Promise<string> {
  const { text } = await ask(engineAt(address).admin, '/deployments');
  const { deployments } = JSON.parse(text) as {
    readonly deployments: readonly { readonly uri: string; readonly created_at: string }[];
  };
  const [newest] = [...deployments].sort((a, b) => (a.created_at < b.created_at ? 1 : -1));
  return (
    newest?.uri
      .split('/')
      .filter((part) => part !== '')
      .at(-1) ?? ''
  );
}

/** Changes the configuration for the commands and workers that come. */
const configure = (dir: string, approvals: string) =>
  writeFileSync(join(dir, 'agent.config.yaml'), heldFiles(approvals)['agent.config.yaml']);

const HOUR = '{ expireAfter: 1h }';

describe('a run whose worker has ended', () => {
  it.each([
    ['expires at another time', '{ expireAfter: 2h }'],
    ['never expires', ''],
  ])('goes on with the right worker while one whose question %s sits at the old address (F23)', async (_, other) => {
    const { engine, run, isShipped, worker } = await holdRun(HOUR);
    process.kill(worker.pid, 'SIGKILL');
    await worker.ended;
    configure(engine.dir, other);
    await engine.work();
    await engine.command('approve', run);
    configure(engine.dir, HOUR);
    await engine.work({ elsewhere: true });
    expect(await engine.result(run)).toMatchObject({ outcome: 'success', text: 'Over.' });
    expect(isShipped()).toBe(true);
  });
});

it('a worker with another plugin takes no run and uses no approval (F24)', async () => {
  const { engine, run, isShipped, worker } = await holdRun();
  process.kill(worker.pid, 'SIGKILL');
  await worker.ended;
  await engine.command('approve', run);
  const file = join(engine.dir, 'ships.mjs');
  const before = heldFiles()['ships.mjs'];
  writeFileSync(file, before.replace("return 'shipped'", "return 'something else'"));
  await engine.work({ elsewhere: true });
  await until(async () => (await engine.client.run(run)).says.includes('was submitted with the plan') || undefined);
  expect(isShipped()).toBe(false);
  writeFileSync(file, before);
  await engine.work();
  expect(await engine.result(run)).toMatchObject({ outcome: 'success', text: 'Over.' });
  expect(isShipped()).toBe(true);
});

describe('the list of runs', () => {
  it('names both plans when the worker of a run is gone and one with another plan has another address (F25)', async () => {
    const { engine, run, listed, worker } = await holdRun();
    process.kill(worker.pid, 'SIGKILL');
    await worker.ended;
    await engine.command('approve', run);
    configure(engine.dir, '{ expireAfter: 2h }');
    await engine.work({ elsewhere: true });
    const plan = await planOf(engine);
    const { says } = await engine.untilRun(run, ({ says }) => says !== '');
    expect(says).toContain(`was submitted with the plan ${listed.view?.plan.slice(0, 12)}`);
    expect(says).toContain(plan);
    expect(await engine.command('runs')).not.toContain('Connection refused');
  });

  it('has no question of a run that is cancelled, and an answer says so (F25)', async () => {
    const { engine, run, isShipped, worker } = await holdRun();
    process.kill(worker.pid, 'SIGKILL');
    await worker.ended;
    await engine.command('cancel', run);
    expect(await engine.untilRun(run, ({ state }) => state === 'cancelled')).toMatchObject({ asks: [] });
    await expect(engine.command('approve', run)).rejects.toThrow('ENGINE_CANCELLED');
    await engine.work();
    expect((await engine.result(run)).outcome).toBe('cancelled');
    expect(isShipped()).toBe(false);
  });
});

describe('a cancellation', () => {
  it('of a session whose prompt ends at that moment reaches the later prompts (F25)', async () => {
    const { engine, run } = await holdRun();
    await engine.command('submit', 'shipper', 'And again.', '--session', run);
    await engine.command('submit', 'shipper', 'And once more.', '--session', run);
    const [one, other] = await Promise.allSettled([
      engine.client.cancel(run),
      engine.client.cancel(run),
      engine.client.cancel(run),
    ]);
    expect([one?.status, other?.status]).toEqual(['fulfilled', 'fulfilled']);
    await until(async () => ((await engine.client.openPrompts(run)) === 0 ? true : undefined));
    expect(await engine.client.cancel(run)).toBe(0);
  });
});

describe('a prompt', () => {
  it.each([
    ['that is empty', '', 'PROMPT_EMPTY'],
    ['of blanks', ' \n', 'PROMPT_EMPTY'],
    ['of 10 MB', 'x'.repeat(10_000_000), 'ENGINE_PROMPT_TOO_LARGE'],
    ['of 40 MB', 'x'.repeat(40_000_000), 'ENGINE_PROMPT_TOO_LARGE'],
    ['whose bytes are more than its characters', 'ü'.repeat(600_000), 'ENGINE_PROMPT_TOO_LARGE'],
  ])('%s is refused before the engine has it (F25)', async (_, prompt, code) => {
    const { engine, listed, calls } = await holdRun();
    const before = await calls();
    const wish = { session: 'fresh', prompt, plan: listed.view?.plan ?? '' };
    await expect(engine.client.submit('shipper', wish)).rejects.toMatchObject({ code });
    expect(await calls()).toEqual(before);
  });

  it('of the largest size runs (F25)', async () => {
    const { engine, listed } = await holdRun();
    await engine.client.submit('shipper', { session: 'fresh', prompt: 'x'.repeat(999_998), plan: listed.view?.plan ?? '' });
    await engine.untilRun('fresh', ({ state }) => state === 'waiting');
  });
});

it('a worker whose plugin changes after its start takes no run and uses no approval (F24)', async () => {
  const { engine, run, isShipped, worker } = await holdRun();
  process.kill(worker.pid, 'SIGKILL');
  await worker.ended;
  // This worker has not loaded the plugin when the file changes.
  await engine.work();
  const file = join(engine.dir, 'ships.mjs');
  const before = heldFiles()['ships.mjs'];
  writeFileSync(file, before.replace("return 'shipped'", "return 'something else'"));
  await engine.command('approve', run);
  await until(async () => (await engine.client.run(run)).says.includes('have changed since this worker started') || undefined);
  expect(isShipped()).toBe(false);
  writeFileSync(file, before);
  expect(await engine.result(run)).toMatchObject({ outcome: 'success', text: 'Over.' });
  expect(isShipped()).toBe(true);
});
