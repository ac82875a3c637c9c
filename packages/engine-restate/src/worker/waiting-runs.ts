import { LOST_CODE, listOf, query } from '../engine/admin.js';
import type { Endpoint } from '../engine/request.js';
import { COMMON } from '../names.js';

/** The runs that a worker may take. */
export interface Takeable {
  readonly admin: Endpoint;
  readonly services: readonly string[];
  /** The beginnings of the keys of runs that the worker may take, one for each label. */
  readonly keys: readonly string[];
}

/**
 * Returns the oldest runs that were refused, for want of a place or of the right worker. Only sessions with an open run are read,
 * so the runs that have ended cost nothing.
 */
export async function refusedRuns(runs: Takeable, limit: number): Promise<readonly string[]> {
  const rows = await query<{ readonly id: string }>(
    runs.admin,
    `SELECT i.id FROM sys_keyed_service_status k JOIN sys_invocation_status i ON i.id = k.invocation_id WHERE k.service_name IN (${listOf(runs.services)}) AND i.status = 'paused' AND ${mayTake('i', runs)} ORDER BY i.created_at LIMIT ${limit}`,
  );
  return rows.map(({ id }) => id);
}

/** Returns calls of approvals and budgets that were left in a pause, by a worker that ended while it moved them. */
export async function pausedCalls(admin: Endpoint): Promise<readonly string[]> {
  const rows = await query<{ readonly id: string }>(
    admin,
    `SELECT i.id FROM sys_keyed_service_status k JOIN sys_invocation_status i ON i.id = k.invocation_id WHERE k.service_name IN (${listOf(COMMON)}) AND i.status = 'paused'`,
  );
  return rows.map(({ id }) => id);
}

/** A run whose worker cannot be asked: see `isLostCode`. */
export interface Orphan {
  readonly id: string;
  /** The worker that has begun the run. A run without one goes to the worker that registered last. */
  readonly pinned_deployment_id?: string | null;
  readonly last_attempt_deployment_id?: string | null;
}

const LOST = `NOT in_flight AND ${LOST_CODE}`;

/** True if the worker of a run still cannot be asked. Another worker may have taken the run since it was listed. */
export async function isLost(admin: Endpoint, id: string): Promise<boolean> {
  const rows = await query(admin, `SELECT id FROM sys_invocation_state WHERE id = '${id}' AND ${LOST}`);
  return rows.length > 0;
}

/** Returns the runs whose worker cannot be asked. The first query reads only what the engine has in memory. */
export async function orphans(runs: Takeable, limit: number): Promise<readonly Orphan[]> {
  const lost = await query<{ readonly id: string }>(runs.admin, `SELECT id FROM sys_invocation_state WHERE ${LOST}`);
  if (lost.length === 0) return [];
  return query<Orphan>(
    runs.admin,
    `SELECT id, pinned_deployment_id, last_attempt_deployment_id FROM sys_invocation WHERE status = 'backing-off' AND ${LOST_CODE} AND (target_service_name IN (${listOf(COMMON)}) OR (target_service_name IN (${listOf(runs.services)}) AND ${mayTake('sys_invocation', runs)})) ORDER BY created_at LIMIT ${limit}`,
  );
}

const mayTake = (of: string, { keys }: Takeable) => `(${keys.map((key) => `${of}.idempotency_key LIKE '${key}%'`).join(' OR ')})`;
