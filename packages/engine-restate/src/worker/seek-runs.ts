import { setTimeout as pause } from 'node:timers/promises';
import { messageOf } from '@loadout/core';
import { LOST_CODE, listOf, moveTo, query, queryIds, register, resume, type WorkerAddress } from '../engine/admin.js';
import type { Endpoint } from '../engine/request.js';
import { COMMON } from '../names.js';
import type { Slots } from '../session/slots.js';

export interface Seeking extends Takeable, WorkerAddress {
  /** The registration of this worker. */
  readonly deployment: string;
  readonly slots: Slots;
  readonly tell: (line: string) => void;
}

/** The mean time between two looks that find nothing. */
const EVERY_MS = 1_000;

/** The oldest runs among which a worker chooses by chance, so that workers that look at once seldom want the same run. */
const WINDOW = 200;
const MOST_AT_ONCE = 20;

/**
 * Takes runs that wait in the engine while there is a place: runs that a full worker refused, and runs of workers that cannot be
 * reached. All state is the engine's. Two workers may want the same run; the engine gives it to one (decision 0059).
 */
export async function seekRuns(seeking: Seeking, signal: AbortSignal): Promise<void> {
  let isAnswered = true;
  while (!signal.aborted) {
    let found = 0;
    try {
      found = (await takeOrphans(seeking, signal)) + (await takeRefused(seeking, signal));
      isAnswered = true;
    } catch (error) {
      // Newer runs may pass while the engine says nothing about older ones.
      seeking.slots.othersWait(false);
      if (isAnswered && !signal.aborted) seeking.tell(`Cannot look for waiting runs: ${messageOf(error)}`);
      isAnswered = false;
    }
    if (found === 0) await rest(seeking.slots, signal);
  }
}

/** Waits about a second. A full worker looks again as soon as it has a place. */
async function rest(slots: Slots, signal: AbortSignal): Promise<void> {
  const woken = new AbortController();
  const second = pause(EVERY_MS * (0.5 + Math.random()), undefined, { signal }).catch(() => {});
  await Promise.race(slots.free > 0 ? [second] : [second, slots.whenFree(woken.signal)]);
  woken.abort();
}

/** Returns the number of runs that waited, but for those that this worker cannot have. */
async function takeRefused(seeking: Seeking, signal: AbortSignal): Promise<number> {
  const { admin, deployment, slots } = seeking;
  if (slots.free === 0) return 0;
  const refused = await refusedRuns(seeking, WINDOW);
  const waiting = refused.filter((id) => !slots.isDeclined(id));
  slots.othersWait(waiting.length > slots.free);
  for (const id of shuffled(waiting).slice(0, MOST_AT_ONCE)) {
    if (slots.free === 0) await rest(slots, signal);
    if (slots.free === 0 || signal.aborted) break;
    slots.claim(id);
    if (!(await resume(admin, { id, deployment }))) slots.drop(id);
  }
  return waiting.length;
}

/**
 * Returns the number of runs that were moved. A run that waits for a person needs no place, so a worker with one place moves all of
 * them. A full worker sees to it that new runs and approvals find a worker that lives.
 */
async function takeOrphans(seeking: Seeking, signal: AbortSignal): Promise<number> {
  const { admin, deployment, slots } = seeking;
  const found = shuffled(await orphans(seeking, WINDOW)).filter((one) => slots.free > 0 || isNew(one));
  // The engine gives new runs to a worker that is gone until another registers.
  if (found.some((one) => isNew(one) && one.last_attempt_deployment_id !== deployment)) await register(admin, seeking);
  let moved = 0;
  for (const id of await pausedCalls(admin)) if (await resume(admin, { id, deployment })) moved += 1;
  for (const one of found) if (!signal.aborted && (await take(one, seeking))) moved += 1;
  return moved;
}

const isNew = ({ pinned_deployment_id: pinned }: Orphan) => pinned === undefined || pinned === null;

/** A pause would interrupt a run that another worker has taken in the meantime, so the run is looked at once more. */
async function take(orphan: Orphan, { admin, deployment }: Seeking): Promise<boolean> {
  const { id, pinned_deployment_id: pinned } = orphan;
  if (!(await isLost(admin, id))) return false;
  return isNew(orphan) || pinned === deployment ? resume(admin, { id }) : moveTo(admin, { id, deployment });
}

function shuffled<T>(values: readonly T[]): readonly T[] {
  return values
    .map((value) => ({ value, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value);
}

/** The runs that a worker may take. */
interface Takeable {
  readonly admin: Endpoint;
  readonly services: readonly string[];
  /** The beginnings of the keys of runs that the worker may take, one for each label. */
  readonly keys: readonly string[];
}

/**
 * Returns the oldest runs that were refused, for want of a place or of the right worker. Only sessions with an open run are read,
 * so the runs that have ended cost nothing.
 */
const refusedRuns = (runs: Takeable, limit: number): Promise<readonly string[]> =>
  queryIds(
    runs.admin,
    `SELECT i.id FROM sys_keyed_service_status k JOIN sys_invocation_status i ON i.id = k.invocation_id WHERE k.service_name IN (${listOf(runs.services)}) AND i.status = 'paused' AND ${mayTake('i', runs)} ORDER BY i.created_at LIMIT ${limit}`,
  );

/** Returns calls of approvals and budgets that were left in a pause, by a worker that ended while it moved them. */
const pausedCalls = (admin: Endpoint): Promise<readonly string[]> =>
  queryIds(
    admin,
    `SELECT i.id FROM sys_keyed_service_status k JOIN sys_invocation_status i ON i.id = k.invocation_id WHERE k.service_name IN (${listOf(COMMON)}) AND i.status = 'paused'`,
  );

/** A run whose worker cannot be asked: see `isLostCode`. */
interface Orphan {
  readonly id: string;
  /** The worker that has begun the run. A run without one goes to the worker that registered last. */
  readonly pinned_deployment_id?: string | null;
  readonly last_attempt_deployment_id?: string | null;
}

const LOST = `NOT in_flight AND ${LOST_CODE}`;

/** True if the worker of a run still cannot be asked. Another worker may have taken the run since it was listed. */
async function isLost(admin: Endpoint, id: string): Promise<boolean> {
  return (await queryIds(admin, `SELECT id FROM sys_invocation_state WHERE id = '${id}' AND ${LOST}`)).length > 0;
}

/** Returns the runs whose worker cannot be asked. The first query reads only what the engine has in memory. */
async function orphans(runs: Takeable, limit: number): Promise<readonly Orphan[]> {
  const lost = await queryIds(runs.admin, `SELECT id FROM sys_invocation_state WHERE ${LOST}`);
  if (lost.length === 0) return [];
  return query<Orphan>(
    runs.admin,
    `SELECT id, pinned_deployment_id, last_attempt_deployment_id FROM sys_invocation WHERE status = 'backing-off' AND ${LOST_CODE} AND (target_service_name IN (${listOf(COMMON)}) OR (target_service_name IN (${listOf(runs.services)}) AND ${mayTake('sys_invocation', runs)})) ORDER BY created_at LIMIT ${limit}`,
  );
}

const mayTake = (of: string, { keys }: Takeable) => `(${keys.map((key) => `${of}.idempotency_key LIKE '${key}%'`).join(' OR ')})`;
