import { errors } from '../errors.js';
import { ask, askJson, type Endpoint } from './request.js';

/** Runs a query over the state of the engine. */
export async function query<Row>(admin: Endpoint, sql: string): Promise<readonly Row[]> {
  const { rows } = await askJson<{ readonly rows: readonly Row[] }>(admin, '/query', { body: { query: sql } });
  return rows;
}

/** The column `id` of the rows of a query. */
export const queryIds = async (admin: Endpoint, sql: string): Promise<readonly string[]> =>
  (await query<{ readonly id: string }>(admin, sql)).map(({ id }) => id);

/** An entry in the state of an object. */
export interface StateEntry<T> {
  readonly service: string;
  /** The key of the object. */
  readonly object: string;
  readonly name: string;
  readonly value: T;
}

/** Reads the entries for which a condition holds, from the state of all objects. No worker is needed. */
export async function stateWhere<T>(admin: Endpoint, condition: string): Promise<readonly StateEntry<T>[]> {
  const rows = await query<{ service_name: string; service_key: string; key: string; value_utf8: string }>(
    admin,
    `SELECT service_name, service_key, key, value_utf8 FROM state WHERE ${condition}`,
  );
  return rows.map(({ service_name: service, service_key: object, key: name, value_utf8 }) => ({
    service,
    object,
    name,
    value: JSON.parse(value_utf8) as T,
  }));
}

/** Writes texts as a list of SQL. The key of a session is whatever somebody submitted. */
export const listOf = (texts: readonly string[]): string => texts.map((text) => `'${text.replaceAll("'", "''")}'`).join(', ');

/** The address of a worker, and the key that opens the live streams of its runs. */
export interface WorkerAddress {
  readonly url: string;
  readonly liveKey: string;
}

/** The entry of a registration with the key of live streams. */
const LIVE_KEY = 'loadout.live';

/** Registers the services at an address, again if they are registered. New runs go to the newest registration of their service. */
export async function register(admin: Endpoint, { url, liveKey }: WorkerAddress): Promise<{ readonly id: string }> {
  return askJson(admin, '/deployments', { body: { uri: url, force: true, metadata: { [LIVE_KEY]: liveKey } } });
}

export async function workerAddress(admin: Endpoint, deployment: string): Promise<WorkerAddress> {
  const { uri: url, metadata } = await askJson<{
    readonly uri: string;
    readonly metadata: { readonly [LIVE_KEY]: string };
  }>(admin, `/deployments/${deployment}`);
  return { url, liveKey: metadata[LIVE_KEY] };
}

/** Cancels a prompt. Returns false for one that has ended meanwhile. Throws ENGINE_ANSWER. */
export async function cancelInvocation(admin: Endpoint, id: string): Promise<boolean> {
  const path = `/invocations/${id}/cancel`;
  const { status, text } = await ask(admin, path, { method: 'PATCH' });
  if (status === 404 || status === 409) return false;
  if (status >= 300) throw errors.ENGINE_ANSWER({ url: admin.url + path, status, text });
  return true;
}

/** The code of the engine for an error that the code of a worker threw. Every other code means that a worker could not be asked. */
const THROWN = 'RT0007';

/** A worker cannot be reached, or the address has another worker, another program, or one that cannot replay the run. */
export const isLostCode = (code: string | null | undefined): boolean => code?.startsWith('RT') === true && code !== THROWN;

/** The condition of a query for `isLostCode`. */
export const LOST_CODE = `last_failure_error_code LIKE 'RT%' AND last_failure_error_code != '${THROWN}'`;

export interface Resumed {
  readonly id: string;
  /** The worker in which a paused run continues. Absent: the engine tries a run at once that it would try again later. */
  readonly deployment?: string | undefined;
}

/** Continues a run. Returns false if the run goes on elsewhere or has ended. */
export async function resume(admin: Endpoint, { id, deployment }: Resumed): Promise<boolean> {
  const at = deployment === undefined ? '' : `?deployment=${deployment}`;
  const { status } = await ask(admin, `/invocations/${id}/resume${at}`, { method: 'PATCH' });
  return status < 300;
}

const MOST_TRIES = 100;

/** Moves a run whose worker cannot be reached: pauses it and resumes it here. Until the pause is done, the engine refuses to resume. */
export async function moveTo(admin: Endpoint, run: Required<Resumed>): Promise<boolean> {
  const { status } = await ask(admin, `/invocations/${run.id}/pause`, { method: 'PATCH' });
  if (status >= 300) return false;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) if (await resume(admin, run)) return true;
  // A run is not left in a pause: where it was, the engine tries again.
  await resume(admin, { id: run.id });
  return false;
}
