import { realpathSync } from 'node:fs';
import { workingFolder } from '@loadout/command';
import { isLoadoutError } from '@loadout/core';
import { type SessionFolder, sessionFolder } from '@loadout/runner';
import type { Io } from '../io.js';
import { type ConfigFlags, loadPlan } from './load-plan.js';

export interface Workplace {
  readonly workspace: string;
  readonly sessions: SessionFolder;
  /** The declared secrets. Empty if the configuration is gone. */
  readonly secrets: readonly string[];
}

/** The folder of the sessions. Sessions can be listed even if the configuration is gone. */
export async function workplaceOf(flags: ConfigFlags, io: Io): Promise<Workplace> {
  try {
    const { plan } = await loadPlan(flags, { io, wish: { keepParams: true, loadsNothing: true } });
    const workspace = realpathSync(plan.workspace);
    const sessions = sessionFolder({ workspace, dir: plan.sessions.dir, env: io.env });
    return { workspace, sessions, secrets: plan.secrets };
  } catch (error) {
    if (!isLoadoutError(error) || error.code !== 'CONFIG_NOT_FOUND' || flags.config !== undefined) throw error;
    const workspace = realpathSync(workingFolder(io.cwd, { flag: '--cwd', dir: flags.cwd }));
    return { workspace, sessions: sessionFolder({ workspace, env: io.env }), secrets: [] };
  }
}
