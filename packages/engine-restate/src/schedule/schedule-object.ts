import type { ObjectContext, ObjectSharedContext, VirtualObjectDefinition } from '@restatedev/restate-sdk';
import type { EngineKey } from '../door/engine-key.js';
import { type Sealed, seal, unsealed } from '../door/sealed.js';
import type { Restate } from '../load-restate.js';
import { SCHEDULES, serviceOf } from '../names.js';
import { needsKey } from '../needs.js';
import { onlyOnce, TAKEN } from '../objects/only-once.js';
import { RETRIES } from '../objects/retries.js';
import { type PromptRequest, promptTo, type Timer } from '../record/run-view.js';
import type { DueCheck, Job, KeptJob, Target } from './job.js';

const MOST_JOBS = 50;

interface CheckedTimer extends Timer {
  readonly checked: DueCheck;
}

interface Handlers {
  add(ctx: ObjectContext, added: unknown): Promise<boolean>;
  remove(ctx: ObjectContext, sent: unknown): Promise<boolean>;
  get(ctx: ObjectSharedContext, id: string): Promise<KeptJob | null>;
  fire(ctx: ObjectContext, timer: Timer): Promise<void>;
  work(ctx: ObjectSharedContext, timer: Timer): Promise<void>;
  checked(ctx: ObjectContext, at: CheckedTimer): Promise<void>;
  ended(ctx: ObjectContext, timer: Timer): Promise<void>;
}

/** The jobs as a session asks for them. */
export const schedules: VirtualObjectDefinition<typeof SCHEDULES, Handlers> = { name: SCHEDULES };

interface SessionHandlers {
  prompt(ctx: ObjectContext, sent: Sealed<PromptRequest>): Promise<unknown>;
}

/**
 * Scheduled jobs: one object for those of each session, and one for the durable ones of each configuration. A timer of the engine
 * fires a job as a prompt of its session. The worker that has the session finds out what is due, so this object needs no
 * calendar, and the next timer is set when the run has ended: a job never runs twice at the same time.
 */
export const scheduleObject = (restate: Restate, key: EngineKey) => {
  const { exclusive, shared } = restate.handlers.object;
  const inside = { ingressPrivate: true } as const;
  return restate.object({
    name: SCHEDULES,
    handlers: {
      add: async (ctx: ObjectContext, sent: unknown): Promise<boolean> => {
        const kept = readAdded(unsealed(sent, { key, restate, act: 'job', service: SCHEDULES, of: ctx.key }));
        if (typeof kept === 'string') throw new restate.TerminalError(kept, { errorCode: 400 });
        // A repeated call changes nothing: the numbers of the fires would begin anew, and each number runs once.
        if ((await ctx.get(kept.job.id)) !== null) return true;
        if ((await ctx.stateKeys()).filter((name) => !name.startsWith(TAKEN)).length >= MOST_JOBS) return false;
        await onlyOnce(ctx, restate, { id: kept.job.id });
        await setTimer(ctx, { restate, kept: { ...kept, fire: 1 }, at: kept.nextAt });
        return true;
      },
      remove: async (ctx: ObjectContext, sent: unknown): Promise<boolean> => {
        const id = unsealed(sent, { key, restate, act: 'removal', service: SCHEDULES, of: ctx.key });
        if (typeof id !== 'string' || (await ctx.get(id)) === null) return false;
        ctx.clear(id);
        return true;
      },
      get: shared(inside, (ctx: ObjectSharedContext, id: string): Promise<KeptJob | null> => ctx.get<KeptJob>(id)),
      fire: exclusive(inside, async (ctx: ObjectContext, timer: Timer): Promise<void> => {
        const kept = await ctx.get<KeptJob>(timer.id);
        if (kept?.fire !== timer.fire) return;
        ctx.set(timer.id, { ...kept, isUnderWay: true });
        ctx.objectSendClient(schedules, ctx.key).work(timer);
      }),
      // The run may take days. The engine waits for its end without a worker.
      work: shared({ ...inside, inactivityTimeout: 0 }, async (ctx: ObjectSharedContext, timer: Timer): Promise<void> => {
        const kept = await ctx.get<KeptJob>(timer.id);
        if (kept?.fire !== timer.fire) return;
        await runOf(ctx, { restate, kept, key });
        ctx.objectSendClient(schedules, ctx.key).ended(timer);
      }),
      checked: exclusive(inside, async (ctx: ObjectContext, { id, fire, checked }: CheckedTimer): Promise<void> => {
        const kept = await ctx.get<KeptJob>(id);
        if (kept?.fire === fire) ctx.set(id, { ...kept, checked });
      }),
      ended: exclusive(inside, (ctx: ObjectContext, timer: Timer): Promise<void> => end(ctx, { restate, timer })),
    },
    options: { retryPolicy: RETRIES, journalRetention: 0 },
  });
};

/** Sets the next timer of a job whose fire has ended, or removes the job. */
async function end(ctx: ObjectContext, { restate, timer }: { readonly restate: Restate; readonly timer: Timer }): Promise<void> {
  const kept = await ctx.get<KeptJob>(timer.id);
  if (kept?.fire !== timer.fire) return;
  const next = afterEnd(kept, await ctx.date.now());
  if (next === undefined) return ctx.clear(timer.id);
  const { at, ...times } = next;
  const over = { fire: timer.fire + 1, isUnderWay: undefined, checked: undefined };
  await setTimer(ctx, { restate, kept: { ...kept, ...times, ...over }, at });
}

/** Keeps a job, and sets the timer of its next fire to a time. */
async function setTimer(ctx: ObjectContext, { restate, kept, at }: Working & { readonly at: number }): Promise<void> {
  const { id } = kept.job;
  ctx.set(id, kept);
  const delay = Math.max(0, at - (await ctx.date.now()));
  ctx.objectSendClient(schedules, ctx.key).fire({ id, fire: kept.fire }, restate.rpc.sendOpts({ delay }));
}

interface Running extends Working {
  readonly key: EngineKey;
}

interface Working {
  readonly restate: Restate;
  readonly kept: KeptJob;
}

/** Resolves when the run of a fire has ended, also if it was cancelled. */
async function runOf(ctx: ObjectSharedContext, { restate, kept, key }: Running): Promise<void> {
  const { target, fire } = kept;
  const { id, prompt } = kept.job;
  const { agent, session, ...needs } = target;
  const agents: VirtualObjectDefinition<string, SessionHandlers> = { name: serviceOf(agent) };
  const once = restate.rpc.opts<Sealed<PromptRequest>, unknown>({ idempotencyKey: `${needsKey(needs)}job.${id}.${fire}` });
  const request: PromptRequest = { id, prompt, ...needs, job: { key: ctx.key, id, fire } };
  try {
    await ctx.objectClient(agents, session).prompt(seal(key, promptTo(serviceOf(agent), session), request), once);
  } catch (error) {
    if (!(error instanceof restate.TerminalError)) throw error;
  }
}

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
export function afterEnd({ job, last, checked }: Pick<KeptJob, 'job' | 'last' | 'checked'>, now: number): AfterEnd | undefined {
  if (checked === undefined) return job.recurring ? { last: now, nextAt: now + AGAIN_MS, at: now + AGAIN_MS } : undefined;
  const { dueAt, nextAt, at } = checked;
  if (nextAt === undefined) return undefined;
  return { last: dueAt ?? last, nextAt, at: dueAt === undefined ? now + Math.max(EARLY_MS, nextAt - at) : nextAt };
}

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isTime = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 8.64e15;

/** Reads a job that somebody adds. Returns the problem with what is none. */
function readAdded(sent: unknown): Omit<KeptJob, 'fire'> | string {
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
