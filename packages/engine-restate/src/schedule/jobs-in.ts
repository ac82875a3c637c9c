import { listOf, stateWhere } from '../engine/admin.js';
import type { Endpoint } from '../engine/request.js';
import { SCHEDULES } from '../names.js';
import { TAKEN } from '../objects/only-once.js';
import type { KeptJob } from './job.js';

/** A job, and the key under which the engine has it. */
export interface KeyedJob extends KeptJob {
  readonly key: string;
}

/** Returns the jobs of these keys, or all jobs of the engine, in the order in which they were made. */
export async function jobsIn(admin: Endpoint, keys?: readonly string[]): Promise<readonly KeyedJob[]> {
  const chosen = keys === undefined ? '' : ` AND service_key IN (${listOf(keys)})`;
  const kept = await stateWhere<KeptJob>(admin, `service_name = '${SCHEDULES}' AND key NOT LIKE '${TAKEN}%'${chosen}`);
  return kept.map(({ object: key, value }) => ({ ...value, key })).sort((a, b) => a.job.createdAt - b.job.createdAt);
}
