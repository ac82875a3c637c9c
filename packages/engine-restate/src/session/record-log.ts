import type { SessionRecord } from '@loadout/runner';
import type { ObjectContext, ObjectSharedContext } from '@restatedev/restate-sdk';
import type { Step } from './step.js';

/** The records of a session. Each step is one entry of the object's state, so that no entry is large. */
export interface RecordLog {
  readonly records: SessionRecord[];
  steps: number;
}

export async function loadRecords(ctx: ObjectContext | ObjectSharedContext): Promise<RecordLog> {
  const steps = (await ctx.get<number>('steps')) ?? 0;
  const records: SessionRecord[] = [];
  for (let step = 1; step <= steps; step += 1) records.push(...((await ctx.get<SessionRecord[]>(`step ${step}`)) ?? []));
  return { records, steps };
}

/** Adds a step. A step without records is not stored. */
export function saveStep(ctx: ObjectContext, log: RecordLog, { records }: Step): void {
  if (records.length === 0) return;
  log.steps += 1;
  log.records.push(...records);
  ctx.set(`step ${log.steps}`, records);
  ctx.set('steps', log.steps);
}
