import type { HookPlan, Plan } from '@loadout/core/run';
import type { TestPlan } from './plans.js';
import { programFolder, withPlacedServers } from './program-folder.js';
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

/** Returns the plan with the hooks that a test keeps. Hooks of plugins stay. */
function withHooksOf({ hooks = 'keep' }: LoadedTest['spec'], plan: Plan): Plan {
  const isKept = (hook: HookPlan) => hooks === 'keep' || (hooks !== 'off' && hooks.only.some((name) => isNamed(hook, name)));
  const kept = <T extends { readonly hooks: readonly HookPlan[] }>(owner: T): T => ({
    ...owner,
    hooks: owner.hooks.filter(isKept).map((hook) => ({ ...hook, cwd: programFolder(hook.entry, plan) })),
  });
  const { agents, skills } = plan;
  return { ...kept(plan), agents: each(agents, kept), ...(skills === undefined ? {} : { skills: each(skills, kept) }) };
}

const each = <T>(owners: Readonly<Record<string, T>>, change: (owner: T) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(owners).map(([name, owner]) => [name, change(owner)]));

/** A hook is named by its `name`, its event, or the command, file or address that it runs. */
function isNamed({ event, entry }: HookPlan, name: string): boolean {
  return event === name || Object.values(entry).some((value) => value === name);
}
