import { ask, askJson } from './request.js';

/** Runs a query over the state of the engine. */
export async function query<Row>(admin: string, sql: string): Promise<readonly Row[]> {
  const { rows } = await askJson<{ readonly rows: readonly Row[] }>(`${admin}/query`, { body: { query: sql } });
  return rows;
}

/** Registers the services at an address, again if they are registered. New runs go to the newest registration of their service. */
export async function register(admin: string, uri: string): Promise<{ readonly id: string }> {
  return askJson(`${admin}/deployments`, { body: { uri, force: true } });
}

export const cancelInvocation = (admin: string, id: string): Promise<unknown> =>
  askJson(`${admin}/invocations/${id}/cancel`, { method: 'PATCH' });

/** The code of the engine for a worker that cannot be reached. */
export const UNREACHABLE = 'RT0010';

/**
 * Gives the runs of lost workers to a new worker: those of an earlier worker at its address at once, and those of workers that
 * cannot be reached. The engine itself would wait longer with each failure, and only for the same address. A run that no worker has
 * begun needs none of this. Returns the runs that stay as they were.
 */
export async function adoptOrphans(
  admin: string,
  { service, deployment }: { readonly service: string; readonly deployment: string },
): Promise<readonly string[]> {
  const orphans = await query<{ readonly id: string }>(
    admin,
    `SELECT id FROM sys_invocation WHERE target_service_name = '${service}' AND status = 'backing-off' AND pinned_deployment_id IS NOT NULL AND (last_failure_error_code = '${UNREACHABLE}' OR pinned_deployment_id = '${deployment}')`,
  );
  const left: string[] = [];
  for (const { id } of orphans) if (!(await adopt(admin, { id, deployment }))) left.push(id);
  return left;
}

const MOST_TRIES = 100;

/** Pauses a run and resumes it here. Until the pause is done, the engine refuses to resume. */
async function adopt(admin: string, { id, deployment }: { readonly id: string; readonly deployment: string }): Promise<boolean> {
  const paused = await ask(`${admin}/invocations/${id}/pause`, { method: 'PATCH' });
  for (let tries = 0; paused.status < 300 && tries < MOST_TRIES; tries += 1) {
    const resumed = await ask(`${admin}/invocations/${id}/resume?deployment=${deployment}`, { method: 'PATCH' });
    if (resumed.status < 300) return true;
  }
  // A run is not left in a pause: where it was, the engine tries again.
  if (paused.status < 300) await ask(`${admin}/invocations/${id}/resume`, { method: 'PATCH' });
  return false;
}
