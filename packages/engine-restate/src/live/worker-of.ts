import { listOf, query, type WorkerAddress, workerAddress } from '../engine/admin.js';
import type { Endpoint } from '../engine/request.js';
import type { NamedRun } from './live-feeds.js';

/** The worker that has a run, as the engine knows it. */
export interface WorkerOfRun extends WorkerAddress {
  readonly deployment: string;
}

/** Returns the registration of the worker that runs a prompt of the session now. `undefined`: no worker does. */
export async function deploymentOf(admin: Endpoint, { service, run }: NamedRun): Promise<string | undefined> {
  const rows = await query<{ readonly deployment?: string | null }>(
    admin,
    `SELECT last_attempt_deployment_id AS deployment FROM sys_invocation WHERE target_service_name IN (${listOf([service])}) AND target_service_key IN (${listOf([run])}) AND status = 'running'`,
  );
  return rows.find(({ deployment }) => typeof deployment === 'string')?.deployment ?? undefined;
}

/** Returns the worker that runs a prompt of the session now, with its address. */
export async function workerOf(admin: Endpoint, run: NamedRun): Promise<WorkerOfRun | undefined> {
  const deployment = await deploymentOf(admin, run);
  const address = deployment === undefined ? undefined : await workerAddress(admin, deployment);
  return deployment === undefined || address === undefined ? undefined : { deployment, ...address };
}
