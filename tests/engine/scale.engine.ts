import { expect, it } from 'vitest';
import { query } from '../../packages/engine-restate/src/engine/admin.js';
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
  await untilOver(farm);
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

/** Longer than a lost worker, a pause of a run and a look at the engine take together. */
const SILENT_MS = 60_000;

/** Resolves when all runs are over. Throws what the engine says of those that are open when nothing has happened for a minute. */
async function untilOver({ admin, effects }: Farm): Promise<void> {
  const columns =
    'id, target, status, retry_count, pinned_deployment_id, modified_at, last_start_at, next_retry_at, last_failure';
  let seen = { count: -1, at: 0 };
  const left = await until(async () => {
    const open = await query(admin, `SELECT ${columns} FROM sys_invocation WHERE status != 'completed'`);
    const count = effects().length - open.length;
    if (count !== seen.count) seen = { count, at: performance.now() };
    return open.length === 0 || performance.now() - seen.at > SILENT_MS ? open : undefined;
  });
  expect(left).toEqual([]);
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
