import { createHash } from 'node:crypto';
import type { CronExpression } from './cron/cron-expression.js';

/** Something that is to be asked of an agent at its time. Times are milliseconds since 1970. */
export interface Job {
  readonly id: string;
  readonly name?: string | undefined;
  readonly cron: string;
  /** An IANA name; absent: that of the system. */
  readonly timezone?: string | undefined;
  readonly prompt: string;
  /** `false`: it fires once and is gone. */
  readonly recurring: boolean;
  /** True if the job is stored in a file and outlives its session. */
  readonly durable: boolean;
  readonly createdAt: number;
  /** The time after which the job no longer fires. */
  readonly expiresAt?: number | undefined;
  /** How much later than its schedule says it fires. */
  readonly jitterMs: number;
  /** Which session made it. */
  readonly session?: string | undefined;
}

/** One time at which a job fires, with all earlier ones that nobody was there for. */
export interface Due {
  /** The time of the schedule, without jitter. */
  readonly dueAt: number;
  readonly missed: number;
}

/** Past that many it is not counted how many times were missed. */
const MOST_MISSED = 1000;

/** Returns the fire that is due now, given the last one. However many were missed, one is due (CRONS-01). */
export function dueNow(
  job: Job,
  { expression, last, now }: { readonly expression: CronExpression; readonly last: number | undefined; readonly now: number },
): Due | undefined {
  const since = last ?? job.createdAt;
  const until = Math.min(now - job.jitterMs, job.expiresAt ?? Number.POSITIVE_INFINITY);
  const first = expression.next(since);
  if (first === undefined || first > until) return undefined;
  if (!job.recurring) return { dueAt: first, missed: 0 };
  const latest = expression.last(until) ?? first;
  let missed = 0;
  for (
    let time: number | undefined = first;
    time !== undefined && time < latest && missed < MOST_MISSED;
    time = expression.next(time)
  )
    missed++;
  return { dueAt: latest, missed };
}

/** When it fires next; `undefined`: never again. */
export function nextFire(
  job: Job,
  { expression, last }: { readonly expression: CronExpression; readonly last: number | undefined },
): number | undefined {
  const next = expression.next(last ?? job.createdAt);
  if (next === undefined || next > (job.expiresAt ?? Number.POSITIVE_INFINITY)) return undefined;
  return next + job.jitterMs;
}

export const isExpired = (job: Job, now: number) => job.expiresAt !== undefined && now > job.expiresAt + job.jitterMs;

const MOST_JITTER = 15 * 60_000;

/**
 * The delay of a job, always the same for one id: up to a tenth of the period, so that jobs of many users do not all fire at the
 * full hour.
 */
export function jitterFor(
  id: string,
  { expression, now }: { readonly expression: CronExpression; readonly now: number },
): number {
  const first = expression.next(now);
  const second = first === undefined ? undefined : expression.next(first);
  if (first === undefined || second === undefined || second - first < 60_000) return 0;
  const part = createHash('sha256').update(id).digest().readUInt32BE(0) / 2 ** 32;
  return Math.floor(part * Math.min((second - first) / 10, MOST_JITTER));
}

/** The prompt for the agent. It contains the time at which the job was due, which may be long ago. */
export function promptFor({ id, name, prompt }: Job, { dueAt, missed }: Due): string {
  const what = name === undefined ? `job ${id}` : `job ${id} (${name})`;
  const more =
    missed === 0
      ? ''
      : `; ${missed >= MOST_MISSED ? `${MOST_MISSED} or more` : missed} earlier times were missed and count as this one`;
  return `[Scheduled ${what}, due ${new Date(dueAt).toISOString()}${more}]\n\n${prompt}`;
}
