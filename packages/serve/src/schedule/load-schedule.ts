import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { neededPackage } from '@loadout/command';
import type { CommandHost } from '@loadout/core/commands';
import type { Plan } from '@loadout/core/run';
import { resolvePlugin } from '@loadout/runner';
import type { JobStore } from '@loadout/tool-schedule';

export type SchedulePackage = typeof import('@loadout/tool-schedule');

const USE = '@loadout/tool-schedule';
/** The name under which the plugin stores its jobs. */
const PLUGIN = 'schedule';

/** Opens the store of the plan's workspace. A plan that mounts the package names the copy of it. Throws PACKAGE_MISSING. */
export async function loadSchedule(
  plan: Plan,
  { stateDir, needs }: Pick<CommandHost, 'stateDir'> & { readonly needs: string },
): Promise<{ readonly schedule: SchedulePackage; readonly store: JobStore }> {
  const url = plan.plugins.some(({ use }) => use === USE) ? resolvePlugin(USE, plan.configDir) : undefined;
  const load = (): Promise<SchedulePackage> => (url === undefined ? import('@loadout/tool-schedule') : import(url));
  const schedule = await neededPackage(USE, { needs, load });
  const dir = schedule.scheduleFolder(join(stateDir, 'plugins', PLUGIN), realpathSync.native(plan.workspace));
  return { schedule, store: new schedule.JobStore(dir) };
}
