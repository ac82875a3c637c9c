import { listOf, query } from '../engine/admin.js';
import type { Endpoint } from '../engine/request.js';
import { SCHEDULES } from '../names.js';
import { TAKEN } from '../objects/only-once.js';
import type { KeptJob } from './job.js';

/** A job, and the key under which the engine has it. */
export interface KeyedJob extends KeptJob {
  readonly key: string;
}

interface Row {
  readonly service_key: string;
  readonly value_utf8: string;
}

/** Returns the jobs of these keys, or all jobs of the engine, in the order in which they were made. */
export async function jobsIn(admin: Endpoint, keys?: readonly string[]): Promise<readonly KeyedJob[]> {
  const chosen = keys === undefined ? '' : ` AND service_key IN (${listOf(keys)})`;
  const rows = await query<Row>(
    admin,
    `SELECT service_key, value_utf8 FROM state WHERE service_name = '${SCHEDULES}' AND key NOT LIKE '${TAKEN}%'${chosen}`,
  );
  return rows
    .map(({ service_key: key, value_utf8 }) => ({ ...(JSON.parse(value_utf8) as KeptJob), key }))
    .sort((a, b) => a.job.createdAt - b.job.createdAt);
}
