import { neededPackage } from '@loadout/command';
import { isLoadoutError, messageOf } from '@loadout/core';
import type { Plan } from '@loadout/core/run';
import type { Io } from '../io.js';

type Notices = ReturnType<typeof import('@loadout/serve').runNotices>;

/** The receivers of `notify`, which hear of a run of the command. `undefined`: there are none. Throws NOTIFY_ADDRESS, NOTIFY_SECRET. */
export async function noticesOfRun(plan: Plan, io: Io): Promise<Notices | undefined> {
  if (plan.notify === undefined) return undefined;
  try {
    const { runNotices } = await neededPackage('@loadout/serve', { needs: 'notify', load: () => import('@loadout/serve') });
    return runNotices(plan, io);
  } catch (error) {
    // A run needs no receiver, so it begins without the package.
    if (!isLoadoutError(error) || error.code !== 'PACKAGE_MISSING') throw error;
    io.tell(`note: notify: ${messageOf(error)}\n`);
    return undefined;
  }
}
