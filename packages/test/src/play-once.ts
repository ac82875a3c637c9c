import { agentOfTest } from './agent-of-test.js';
import { cassetteModel } from './cassette-model.js';
import { sessionsIn } from './kill/kill-job.js';
import { playKilled } from './kill/play-killed.js';
import { prepareRun } from './prepare-run.js';
import { recordModel } from './record-model.js';
import { playRecorded } from './recorded.js';
import type { Outcome, Room } from './room.js';
import { scriptModel } from './script-model.js';
import type { LoadedTest } from './tests/loaded-test.js';

/** Plays a test with a script or a cassette, and kills it where it says so. */
export async function playOnce(test: LoadedTest, room: Room): Promise<Outcome> {
  const { env, signal, listings, configDir: folder } = room;
  const { ground, planned } = await prepareRun(test, room);
  const agent = agentOfTest(test, planned.plan);
  const parts = { agent, ground, folder };
  const model = test.spec.model?.cassette === undefined ? await scriptModel(test, parts) : await cassetteModel(test, parts);
  const lines: string[] = [];
  const isKilled = test.spec.kill !== undefined;
  const options = isKilled ? { sessionStore: () => sessionsIn(ground, (more) => lines.push(...more)) } : {};
  const { run, failures } = await playRecorded({ test, ground, planned, model, env, signal, listings, options });
  if (failures.length > 0 || !isKilled) return { agent, run, failures };
  return { agent, run, failures: await playKilled(test, { run, ground, lines }, room) };
}

/** Records the cassette of a test, and compares the run as ever. */
export async function recordOnce(test: LoadedTest, room: Room): Promise<Outcome> {
  const { env, signal, listings, configDir: folder } = room;
  const { ground, planned } = await prepareRun(test, room);
  const agent = agentOfTest(test, planned.plan);
  const model = await recordModel(test, { ground, folder, secrets: planned.plan.secrets, env });
  const options = { wrapModel: model.wrapModel };
  const { run, failures } = await playRecorded({ test, ground, planned, model, env, signal, listings, options });
  model.finish(run);
  return { agent, run, failures };
}
