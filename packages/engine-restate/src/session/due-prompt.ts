import { isLoadoutError } from '@loadout/core';
import type { ObjectContext } from '@restatedev/restate-sdk';
import { errors } from '../errors.js';
import type { Restate } from '../load-restate.js';
import type { FireOf, PromptRequest } from '../record/run-view.js';
import type { DueFinding } from '../schedule/job.js';
import { schedules } from '../schedule/schedule-object.js';
import { admit } from './admit.js';
import type { WorkerParts } from './worker-parts.js';

export interface Looking {
  readonly restate: Restate;
  readonly worker: WorkerParts;
  readonly request: PromptRequest;
}

/**
 * Returns the prompt of a scheduled job with the time for which it is due; `undefined` if nothing is due, or the job was deleted.
 * Only a worker with the plan of the job looks. The schedule hears of it before the run begins, so that a run that is cancelled
 * counts as the fire that it was.
 */
export async function duePrompt(ctx: ObjectContext, { key, ...timer }: FireOf, looking: Looking): Promise<string | undefined> {
  const schedule = ctx.objectClient(schedules, key);
  const kept = await schedule.get(timer.id);
  if (kept?.fire !== timer.fire) return undefined;
  const { job, last } = kept;
  const { prompt, ...looked } = await ctx.run('due', async (): Promise<DueFinding & { readonly prompt?: string | undefined }> => {
    const rules = rulesFor(ctx, looking);
    const at = Date.now();
    try {
      const due = await rules.due(job, { last, now: at });
      return { at, prompt: due?.prompt, dueAt: due?.dueAt, nextAt: await rules.next(job, due?.dueAt ?? last) };
    } catch (error) {
      if (!isLoadoutError(error)) throw error;
      // The engine would repeat the look for ever, before all other prompts of the session. Nobody but the operator is there to hear of it.
      looking.worker.tell(`The job ${timer.id} of ${ctx.key} fires no more: ${error.message}`);
      return { at };
    }
  });
  ctx.objectSendClient(schedules, key).looked({ ...timer, looked });
  return prompt;
}

/** Throws what pauses the run if this is not a worker for it. */
function rulesFor(ctx: ObjectContext, { restate, worker, request }: Looking) {
  admit(ctx, { restate, worker, request, folder: undefined })();
  if (worker.schedule === undefined) throw new restate.PauseError(errors.ENGINE_NO_SCHEDULE({ session: ctx.key }).message);
  return worker.schedule;
}
