import type { LoadedTest } from '@loadout/config';
import { agentOfTest } from './agent-of-test.js';
import { cassetteModel } from './cassette-model.js';
import { withHooksOf } from './hooks-of-test.js';
import { sessionsIn } from './kill/kill-job.js';
import { playKilled } from './kill/play-killed.js';
import type { TestPlan } from './plans.js';
import { recordModel } from './record-model.js';
import { playRecorded } from './recorded.js';
import type { Outcome, Room } from './room.js';
import { scriptModel } from './script-model.js';
import { fillWorkspace, type TestGround } from './test-ground.js';

/** The folders and the plan of one run. */
export interface Prepared {
  readonly ground: TestGround;
  readonly planned: TestPlan;
}

/** Makes the folders of one more run of a test, and its plan. Throws TEST_WORKSPACE, TEST_PATH. */
export async function prepareRun(test: LoadedTest, { folder, plans, configDir }: Room): Promise<Prepared> {
  const ground = folder.ground();
  await fillWorkspace(test, ground, configDir);
  const read = await plans.forRun(test, ground);
  const plan = withHooksOf(test.spec, read.plan);
  return { ground, planned: { ...read, plan } };
}

/** Plays a test with a script or a cassette, and kills it where it says so. */
export async function playOnce(test: LoadedTest, room: Room): Promise<Outcome> {
  const { env, signal, configDir: folder } = room;
  const { ground, planned } = await prepareRun(test, room);
  const agent = agentOfTest(test, planned.plan);
  const parts = { agent, ground, folder };
  const model = test.spec.model?.cassette === undefined ? await scriptModel(test, parts) : await cassetteModel(test, parts);
  const lines: string[] = [];
  const isKilled = test.spec.kill !== undefined;
  const options = isKilled ? { sessionStore: () => sessionsIn(ground, (more) => lines.push(...more)) } : {};
  const { run, failures } = await playRecorded({ test, ground, planned, model, env, signal, options });
  if (failures.length > 0 || !isKilled) return { agent, run, failures };
  return { agent, run, failures: await playKilled(test, { run, ground, lines }, room) };
}

/** Records the cassette of a test, and compares the run as ever. */
export async function recordOnce(test: LoadedTest, room: Room): Promise<Outcome> {
  const { env, signal, configDir: folder } = room;
  const { ground, planned } = await prepareRun(test, room);
  const agent = agentOfTest(test, planned.plan);
  const model = await recordModel(test, { ground, folder, secrets: planned.plan.secrets, env });
  const options = { wrapModel: model.wrapModel };
  const { run, failures } = await playRecorded({ test, ground, planned, model, env, signal, options });
  model.finish(run);
  return { agent, run, failures };
}
