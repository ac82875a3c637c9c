import { withHooksOf } from './hooks-of-test.js';
import type { TestPlan } from './plans.js';
import { withPlacedServers } from './program-folder.js';
import type { Room } from './room.js';
import { fillWorkspace, type TestGround } from './test-ground.js';
import type { LoadedTest } from './tests/loaded-test.js';

/** The folders and the plan of one run. */
export interface Prepared {
  readonly ground: TestGround;
  readonly planned: TestPlan;
}

/** Makes the folders of one more run of a test, and its plan. Throws TEST_WORKSPACE, TEST_PATH. */
export async function prepareRun(test: LoadedTest, { folder, plans, configDir, listings }: Room): Promise<Prepared> {
  const ground = folder.ground();
  await fillWorkspace(test, ground, configDir);
  const read = await plans.forRun(test, ground);
  const plan = withPlacedServers(withHooksOf(test.spec, read.plan));
  await listings.bring(plan, ground);
  return { ground, planned: { ...read, plan } };
}
