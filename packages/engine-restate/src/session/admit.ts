import { existsSync } from 'node:fs';
import type { ObjectContext } from '@restatedev/restate-sdk';
import { errors } from '../errors.js';
import type { Restate } from '../load-restate.js';
import { shortHash } from '../plan-hash.js';
import type { WorkerParts } from '../worker/worker-parts.js';
import type { PromptRequest } from './run-view.js';

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
export function admit(ctx: ObjectContext, { restate, worker, request, folder }: Arrival): () => void {
  // Its `from` makes an error that the engine repeats.
  const refuse = ({ message }: Error) => new restate.PauseError(message);
  const session = ctx.key;
  const { plan, label } = request;
  if (plan !== worker.hash)
    throw refuse(errors.ENGINE_OTHER_PLAN({ session, wanted: shortHash(plan), found: shortHash(worker.hash) }));
  if (label !== undefined && !worker.labels.includes(label))
    throw refuse(errors.ENGINE_OTHER_LABEL({ session, wanted: label, found: worker.labels }));
  if (folder !== undefined && !existsSync(folder)) throw refuse(errors.ENGINE_NO_FOLDER({ session, folder }));
  const release = worker.slots.enter(ctx.request().id);
  if (release === undefined) throw refuse(errors.ENGINE_NO_PLACE({ session }));
  return release;
}
