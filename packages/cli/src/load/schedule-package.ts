import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Plan } from '@loadout/core';
import { resolvePlugin, stateDir } from '@loadout/runner';
import { errors } from '../errors.js';
import type { Io } from '../io.js';

/** What is used of `@loadout/tool-schedule`. It is a plugin, so it is found where plugins are and loaded when it is asked for. */
export interface SchedulePackage {
  readonly JobStore: new (dir: string) => JobStore;
  scheduleFolder(stateDir: string, workspace: string): string;
  describeCron(cron: string, timezone?: string): string;
  readCron(request: {
    readonly cron: string;
    readonly timezone?: string | undefined;
    readonly seconds?: boolean;
  }): Promise<unknown>;
  nextFire(job: Job, context: { readonly expression: never; readonly last: number | undefined }): number | undefined;
  serveSchedule(options: {
    readonly store: JobStore;
    readonly signal: AbortSignal;
    readonly work: (due: DueJob) => Promise<FireEnd>;
    readonly log: (line: string) => void;
    readonly once: boolean;
  }): Promise<{ readonly fired: number; readonly failed: number }>;
}

export interface JobStore {
  list(): { readonly jobs: readonly Job[]; readonly problems: readonly string[] };
  fires(id: string): { last(): { readonly dueAt: number } | undefined };
}

export interface Job {
  readonly id: string;
  readonly name?: string | undefined;
  readonly cron: string;
  readonly timezone?: string | undefined;
  readonly prompt: string;
  readonly recurring: boolean;
}

export interface DueJob {
  readonly prompt: string;
  readonly session: string | undefined;
  began(session: string): void;
}

export interface FireEnd {
  readonly outcome: string;
  readonly failed: boolean;
  readonly unfinished?: boolean | undefined;
}

const USE = '@loadout/tool-schedule';
/** The name of the plugin, under which it keeps its jobs. */
const PLUGIN = 'schedule';

/** Throws PACKAGE_MISSING. The store is the one of the plan's workspace. */
export async function loadSchedulePackage(
  plan: Plan,
  { env, needs }: { readonly env: Io['env']; readonly needs: string },
): Promise<{ readonly schedule: SchedulePackage; readonly store: JobStore }> {
  const url = resolvePlugin(USE, plan.configDir);
  if (url === undefined) throw errors.PACKAGE_MISSING({ use: USE, needs });
  const loaded = (await import(url)) as Partial<SchedulePackage>;
  if (loaded.serveSchedule === undefined || loaded.JobStore === undefined) throw errors.PACKAGE_OLD({ use: USE, needs });
  const schedule = loaded as SchedulePackage;
  const dir = schedule.scheduleFolder(join(stateDir(env), 'plugins', PLUGIN), realpathSync(plan.workspace));
  return { schedule, store: new schedule.JobStore(dir) };
}
