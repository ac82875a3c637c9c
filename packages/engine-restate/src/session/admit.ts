import { existsSync } from 'node:fs';
import type { ObjectContext } from '@restatedev/restate-sdk';
import { errors } from '../errors.js';
import type { Restate } from '../load-restate.js';
import { shortHash } from '../plan-hash.js';
import type { PromptRequest } from '../record/run-view.js';
import type { WorkerParts } from './worker-parts.js';

export interface Arrival {
  readonly restate: Restate;
  readonly worker: WorkerParts;
  readonly request: PromptRequest;
  /** The folder in which the session works. Absent: it has not begun. */
  readonly folder: string | undefined;
}

/**
 * Gives a run a place in this worker and returns its release. A run with another plan or label, a run whose folder is not here, and
 * a run for which there is no place, is paused by the engine until a worker that may take it calls it. Nothing of the run is recorded before (decision 0059).
 */
export function admit(ctx: ObjectContext, arrival: Arrival): () => void {
  const { restate, worker, folder } = arrival;
  refuseUnfit(ctx, arrival);
  if (folder !== undefined && !existsSync(folder)) {
    worker.slots.decline(ctx.request().id);
    throw refusal(restate, errors.ENGINE_NO_FOLDER({ session: ctx.key, folder }));
  }
  const release = worker.slots.enter(ctx.request().id);
  if (release === undefined) throw refusal(restate, errors.ENGINE_NO_PLACE({ session: ctx.key }));
  return release;
}

/**
 * Refuses a run that `admit` would refuse, before the session is read. The worker that registered last is offered every new run, so
 * a refusal must cost little.
 */
export function refuseEarly(ctx: ObjectContext, arrival: Omit<Arrival, 'folder'>): void {
  refuseUnfit(ctx, arrival);
  if (!arrival.worker.slots.has(ctx.request().id)) throw refusal(arrival.restate, errors.ENGINE_NO_PLACE({ session: ctx.key }));
}

function refuseUnfit(ctx: ObjectContext, { restate, worker, request }: Omit<Arrival, 'folder'>): void {
  const { plan, label } = request;
  const session = ctx.key;
  if (plan !== worker.hash)
    throw refusal(restate, errors.ENGINE_OTHER_PLAN({ session, wanted: shortHash(plan), found: shortHash(worker.hash) }));
  if (label !== undefined && !worker.labels.includes(label))
    throw refusal(restate, errors.ENGINE_OTHER_LABEL({ session, wanted: label, found: worker.labels }));
}

/** Pauses the run. The `from` of the SDK would make an error that the engine repeats. */
const refusal = ({ PauseError }: Restate, { message }: Error): Error => new PauseError(message);
