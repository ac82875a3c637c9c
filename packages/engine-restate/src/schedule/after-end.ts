import type { KeptJob } from './job.js';

/** The time after which a fire that was cancelled, or that no worker could begin, is followed by the next look. */
const AGAIN_MS = 60 * 60 * 1000;
/** The least time between two looks that find nothing due. */
const EARLY_MS = 1000;

/** The times of a job after the end of a fire. */
interface AfterEnd extends Pick<KeptJob, 'last' | 'nextAt'> {
  /** The time of the next look, by the clock of this worker. */
  readonly at: number;
}

/**
 * Returns the times of a job after the end of a fire; `undefined` if it fires no more. A fire that was cancelled before any look is not
 * made up for. The worker that looks may have a slower clock than the one that set the timer. If it found nothing due, the next look is
 * as far off as its own clock says: by the other clock, the timer would be set again and again, for as long as the clocks differ.
 */
export function afterEnd({ job, last, looked }: Pick<KeptJob, 'job' | 'last' | 'looked'>, now: number): AfterEnd | undefined {
  if (looked === undefined) return job.recurring ? { last: now, nextAt: now + AGAIN_MS, at: now + AGAIN_MS } : undefined;
  const { dueAt, nextAt, at } = looked;
  if (nextAt === undefined) return undefined;
  return { last: dueAt ?? last, nextAt, at: dueAt === undefined ? now + Math.max(EARLY_MS, nextAt - at) : nextAt };
}
