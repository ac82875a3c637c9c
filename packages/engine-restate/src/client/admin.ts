import { askJson } from './request.js';

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
const UNREACHABLE = 'RT0010';

/**
 * Gives the runs of workers that cannot be reached to the newest worker. The engine itself waits for the address of a run's worker
 * to answer again. Returns the number of runs.
 */
export async function adoptOrphans(
  admin: string,
  { service, deployment }: { readonly service: string; readonly deployment: string },
) {
  const orphans = await query<{ readonly id: string }>(
    admin,
    `SELECT id FROM sys_invocation WHERE target_service_name = '${service}' AND status = 'backing-off' AND last_failure_error_code = '${UNREACHABLE}' AND pinned_deployment_id != '${deployment}'`,
  );
  for (const { id } of orphans) {
    await askJson(`${admin}/invocations/${id}/pause`, { method: 'PATCH' });
    await resumeAt(admin, { id, deployment });
  }
  return orphans.length;
}

const MOST_TRIES = 50;

/** Resumes a run that was told to pause. Until the pause is done, the engine answers 409. */
async function resumeAt(admin: string, { id, deployment }: { readonly id: string; readonly deployment: string }): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await askJson(`${admin}/invocations/${id}/resume?deployment=${deployment}`, { method: 'PATCH' });
      return;
    } catch (error) {
      if (tries === MOST_TRIES) throw error;
    }
  }
}
