import { readCron } from './cron/cron-expression.js';
import { errors } from './errors.js';
import { dueNow, type Job, nextFire, promptFor } from './job.js';
import { MOST_JOBS, type NewJob, newJob } from './new-job.js';
import { readOptions } from './options.js';

/** The rules of schedules, for a host that stores the jobs and keeps the time itself. */
export interface ScheduleRules {
  /** Makes a job of a wish, beside so many others. Throws CRON_*. */
  make(
    wanted: NewJob,
    context: { readonly sessionId: string; readonly now: number; readonly count: number },
  ): Promise<{ readonly job: Job; readonly nextAt: number }>;
  /** Returns the fire that is due. However many were missed, one is due. */
  due(
    job: Job,
    times: { readonly last: number | undefined; readonly now: number },
  ): Promise<{ readonly prompt: string; readonly dueAt: number } | undefined>;
  /** Returns the time of the next fire; `undefined`: never again. */
  next(job: Job, last: number | undefined): Promise<number | undefined>;
  /** The error about a job that is not there. */
  unknown(id: string, known: readonly string[]): Error;
  /** The error about one job more than there may be. */
  tooMany(): Error;
}

/** Returns the rules of a mount, with the options as its configuration has them. Throws CRON_OPTIONS. */
export async function scheduleRules(given: object = {}): Promise<ScheduleRules> {
  const options = await readOptions(given);
  const expressionOf = (job: Job) => readCron({ ...job, seconds: true });
  return {
    make: async (wanted, { sessionId, now, count }) => {
      const { job, nextAt } = await newJob(wanted, { sessionId, createdAt: now, count, mayMove: true, options });
      return { job, nextAt };
    },
    due: async (job, { last, now }) => {
      const due = dueNow(job, { expression: await expressionOf(job), last, now });
      return due === undefined ? undefined : { prompt: promptFor(job, due), dueAt: due.dueAt };
    },
    next: async (job, last) => {
      if (!job.recurring && last !== undefined) return undefined;
      return nextFire(job, { expression: await expressionOf(job), last });
    },
    unknown: (id, known) => errors.CRON_UNKNOWN({ id, known }),
    tooMany: () => errors.CRON_TOO_MANY({ most: MOST_JOBS }),
  };
}
