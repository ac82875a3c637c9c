import { expect, it } from 'vitest';
import { freePorts } from './engine-server.test-kit.js';
import { type Effect, type Farm, STEPS, startFarm } from './farm.test-kit.js';
import { until } from './until.js';

/** `npm run test:engine -- scale --runs 10000` runs more. */
const RUNS = Number(process.env.LOADOUT_TEST_RUNS ?? 1000);
const KILLS = 20;

it(`ends ${RUNS} runs once each, while two of four workers are killed again and again`, { timeout: 3_600_000 }, async () => {
  const farm = await startFarm({ partitions: 24 });
  const ports = await freePorts(4);
  const workers = await Promise.all(ports.map((port) => farm.work({ port })));
  const runs = await submitAll(farm);
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const victim = Math.floor(Math.random() * 2);
    await until(() => (farm.effects().length > (kill * RUNS * STEPS.length) / (KILLS + 2) ? true : undefined));
    workers[victim]?.kill('SIGKILL');
    await workers[victim]?.finished;
    workers[victim] = await farm.work({ port: ports[victim] ?? 0 });
  }
  const ends = await endsOf(farm, runs);
  expect([...new Set(ends)]).toEqual(['success: All done.']);
  expect(problemsOf(runs, farm.effects())).toEqual([]);
});

/** Submits the runs, some at a time. Returns the ids of the engine by session. */
async function submitAll({ client, plan }: Farm): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  const sessions = Array.from({ length: RUNS }, (_, index) => `run-${index}`);
  const submitNext = async (): Promise<void> => {
    for (let session = sessions.pop(); session !== undefined; session = sessions.pop())
      ids.set(session, (await client.submit('five', { session, prompt: 'Go on.', plan })).id);
  };
  await Promise.all(Array.from({ length: 16 }, submitNext));
  return ids;
}

async function endsOf({ client }: Farm, runs: ReadonlyMap<string, string>): Promise<readonly string[]> {
  const ends: string[] = [];
  for (const id of runs.values()) {
    const { outcome, text } = await client.result(id);
    ends.push(`${outcome}: ${text}`);
  }
  return ends;
}

/** Returns the effects that are missing or happened too often. A killed worker may keep an odd step from its effect. */
function problemsOf(runs: ReadonlyMap<string, string>, effects: readonly Effect[]): readonly string[] {
  const byStep = new Map<string, string[]>();
  for (const { run, step, call } of effects) byStep.set(`${run} ${step}`, [...(byStep.get(`${run} ${step}`) ?? []), call]);
  const places = KILLS * 5;
  const missing = [...runs.keys()].flatMap((run) =>
    STEPS.filter((step) => !byStep.has(`${run} ${step}`)).map((step) => ({ run, step })),
  );
  return [
    ...missing.filter(({ step }) => step % 2 === 0).map(({ run, step }) => `${run} ${step}: no effect`),
    ...(missing.length > places ? [`${missing.length} steps had no effect, more than ${KILLS} kills can explain`] : []),
    ...[...byStep].flatMap(([key, calls]) =>
      new Set(calls).size > 1 || (calls.length > 1 && Number(key.split(' ')[1]) % 2 === 1) ? [`${key}: ${calls.join(', ')}`] : [],
    ),
  ];
}
