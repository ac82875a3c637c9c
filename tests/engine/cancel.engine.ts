import type { SessionRecord } from '@loadout/sessions';
import { expect, it } from 'vitest';
import { type Farm, startFarm } from './farm.test-kit.js';
import { until } from './until.js';

/** The numbers of effects after which a run is cancelled: each time, other steps are on their way into the engine. */
const MOMENTS = Array.from({ length: 16 }, (_, at) => 3 * at + 1);

it('a run that is cancelled at any moment keeps the records of every call, each once', async () => {
  const farm = await startFarm();
  await farm.work({ args: ['--concurrency', '2'] });
  for (const [at, count] of MOMENTS.entries()) await cancelAfter(farm, { run: `run-${at}`, count });
});

async function cancelAfter(farm: Farm, { run, count }: { readonly run: string; readonly count: number }): Promise<void> {
  await farm.client.submit('many', { session: run, prompt: 'Go on.', plan: farm.plan });
  const callsOf = () => farm.effects().flatMap((effect) => (effect.run === run ? [effect.call] : []));
  await until(() => (callsOf().length >= count ? true : undefined));
  await farm.client.cancel(run);
  await until(async () => ((await farm.client.run(run)).state === 'cancelled' ? true : undefined));
  const { records } = await farm.client.session(run);
  const started = idsOf(records, 'started');
  const ended = idsOf(records, 'ended');
  const calls = callsOf();
  expect(new Set(calls).size).toBe(calls.length);
  expect(started).toEqual(expect.arrayContaining(calls));
  expect(ended).toEqual(expect.arrayContaining(started));
  expect([new Set(started).size, new Set(ended).size]).toEqual([started.length, ended.length]);
  expect(records.at(-1)?.t).toBe('end');
}

const idsOf = (records: readonly SessionRecord[], kind: 'started' | 'ended') =>
  records.flatMap((record) => (record.t === kind ? [record.id] : []));
