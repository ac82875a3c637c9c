import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Plan } from '@loadout/core/run';
import { stateDir } from '@loadout/runner';
import type { JobStore } from '@loadout/tool-schedule';
import type { Io } from '../io.js';
import { loadPackage } from './load-package.js';

export type SchedulePackage = typeof import('@loadout/tool-schedule');

const PACKAGE = '@loadout/tool-schedule';
/** The name under which the plugin stores its jobs. */
const PLUGIN = 'schedule';

/** Opens the store of the plan's workspace. Throws PACKAGE_MISSING. */
export async function loadSchedulePackage(
  plan: Plan,
  { env, needs }: { readonly env: Io['env']; readonly needs: string },
): Promise<{ readonly schedule: SchedulePackage; readonly store: JobStore }> {
  const isMounted = plan.plugins.some(({ use }) => use === PACKAGE);
  const configDir = isMounted ? plan.configDir : undefined;
  const schedule = await loadPackage(PACKAGE, { configDir, needs, names: ['serveSchedule', 'JobStore'] });
  const dir = schedule.scheduleFolder(join(stateDir(env), 'plugins', PLUGIN), realpathSync(plan.workspace));
  return { schedule, store: new schedule.JobStore(dir) };
}
