import { randomBytes } from 'node:crypto';
import { type CronExpression, type CronRequest, readCron } from './cron/cron-expression.js';
import { errors } from './errors.js';
import { type Job, jitterFor, nextFire } from './job.js';
import type { ScheduleOptions } from './options.js';

export const MOST_JOBS = 50;
const DAY_MS = 86_400_000;

export interface NewJob extends Pick<CronRequest, 'cron' | 'timezone'> {
  readonly prompt: string;
  readonly name?: string | undefined;
  readonly recurring: boolean;
  readonly durable: boolean;
}

export interface JobMaking {
  readonly sessionId: string;
  readonly createdAt: number;
  /** The number of jobs that there are. */
  readonly count: number;
  /** True for a job that another process may fire: its time zone is then written down. */
  readonly mayMove: boolean;
  readonly options: Pick<ScheduleOptions, 'expireDays' | 'jitter'>;
}

export interface MadeJob {
  readonly job: Job;
  readonly expression: CronExpression;
  readonly nextAt: number;
}

/** Makes a job of a wish. Throws CRON_*. */
export async function newJob(wanted: NewJob, { sessionId, createdAt, count, mayMove, options }: JobMaking): Promise<MadeJob> {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const { recurring, timezone = mayMove ? timeZone : undefined } = wanted;
  const expression = await readCron({ cron: wanted.cron, timezone });
  if (count >= MOST_JOBS) throw errors.CRON_TOO_MANY({ most: MOST_JOBS });
  const id = randomBytes(4).toString('hex');
  const expires = recurring && options.expireDays > 0 ? { expiresAt: createdAt + options.expireDays * DAY_MS } : {};
  const jitterMs = options.jitter && recurring ? jitterFor(id, { expression, now: createdAt }) : 0;
  const job: Job = { ...wanted, ...expires, id, timezone, createdAt, jitterMs, session: sessionId };
  const nextAt = nextFire({ ...job, expiresAt: undefined }, { expression, last: undefined });
  if (nextAt === undefined) throw errors.CRON_NEVER({ cron: wanted.cron });
  return { job, expression, nextAt };
}
