import { serviceOf } from '../names.js';
import type { Job, KeptJob, Target } from './job.js';

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isTime = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 8.64e15;

/** Reads a job that somebody adds. Returns the problem with what is none. */
export function readAdded(sent: unknown): Omit<KeptJob, 'fire'> | string {
  const { job, target, nextAt } = fieldsOf(sent);
  if (!isJob(job)) return 'job must have an id, a cron expression, a prompt and a time';
  if (!isTarget(target)) return 'target must have an agent, a session and a plan';
  if (!isTime(nextAt)) return 'nextAt is not a time in milliseconds';
  return { job, target, nextAt };
}

function isJob(value: unknown): value is Job {
  const { id, cron, prompt, createdAt, recurring, durable, timezone, expiresAt, jitterMs } = fieldsOf(value);
  const isWhole = [id, cron, prompt].every(isText) && [createdAt, jitterMs].every(isTime);
  const isTimed = (timezone === undefined || isText(timezone)) && (expiresAt === undefined || isTime(expiresAt));
  return isWhole && isTimed && typeof recurring === 'boolean' && typeof durable === 'boolean';
}

function isTarget(value: unknown): value is Target {
  const { agent, session, plan, label } = fieldsOf(value);
  return isAgent(agent) && [session, plan].every(isText) && (label === undefined || isText(label));
}

function isAgent(value: unknown): boolean {
  try {
    return isText(value) && serviceOf(value) !== '';
  } catch {
    return false;
  }
}
