import { isProven } from '@loadout/command';
import { isLoadoutError } from '@loadout/core';
import type { ObjectContext } from '@restatedev/restate-sdk';
import type { Approval, Ask } from '../approval/approval.js';
import { answerTo, approvals as approvalObjects, type Opened, type Sent } from '../approval/approval-object.js';
import { readAnswer } from '../approval/read-answer.js';
import { unseal, unsealed } from '../door/sealed.js';
import { errors } from '../errors.js';
import type { Restate } from '../load-restate.js';
import { serviceOf } from '../names.js';
import { onlyOnce } from '../objects/only-once.js';
import { type FireOf, type PromptRequest, promptTo, type RunView } from '../record/run-view.js';
import { loadSession, rememberResults, type SessionLog, saveStep } from '../record/session-log.js';
import type { RoundEnd } from '../record/step.js';
import type { DueCheck } from '../schedule/job.js';
import { schedules } from '../schedule/schedule-object.js';
import { filesOf } from '../workspace/workspace.js';
import { admit, refuseEarly } from './admit.js';
import type { Conducted, Recorded } from './conducted.js';
import { RecordedSteps } from './recorded-steps.js';
import { startRound } from './start-round.js';
import type { WorkerParts } from './worker-parts.js';

/**
 * Handles a prompt of a session, from worker to worker. The engine replays this function: all that it does is in an order that
 * repeats, and the run itself is inside of the steps (decision 0055).
 */
export async function conductPrompt(ctx: ObjectContext, sent: unknown, parts: Conducted): Promise<RoundEnd> {
  const { restate, worker, agent } = parts;
  const to = promptTo(serviceOf(agent), ctx.key);
  const request = unsealed(sent, { key: worker.engine.key, restate, ...to }) as PromptRequest;
  const { job } = request;
  await onlyOnce(ctx, restate, { id: request.id, number: job?.fire });
  const prompt = job === undefined ? request.prompt : await duePrompt(ctx, job, { ...parts, request });
  return prompt === undefined ? NOTHING_DUE : conductRounds(ctx, { ...request, prompt }, parts);
}

/** The end of a scheduled prompt that was not due any more. */
const NOTHING_DUE: RoundEnd = { outcome: 'success', text: '', turns: 0, toolCalls: 0, costUsd: 0, asks: [] };

/** Runs the rounds of a prompt: from the prompt, and from each answer, to the next end. */
async function conductRounds(ctx: ObjectContext, request: PromptRequest, parts: Conducted): Promise<RoundEnd> {
  let view: RunView = { state: 'running', plan: request.plan, prompt: request.prompt.slice(0, 200) };
  let log: SessionLog | undefined;
  const approvals: Approval[] = [];
  const answers: NonNullable<RunView['answers']>[number][] = [];
  ctx.set('run', view);
  try {
    view = { ...view, at: await begin(ctx, { ...parts, request }) };
    log = await loadSession(ctx);
    const begun = log.own.records.length;
    for (;;) {
      const end = await recordRound(ctx, { ...parts, log, begun, request, approvals });
      if (end.asks.length === 0) {
        ctx.set('run', { ...view, state: 'ended', answers, end, files: filesOf(ctx.key, log.workspace) });
        return end;
      }
      const expireAfter = expiryOf(parts.worker);
      const expires = expireAfter === undefined ? undefined : await timeIn(ctx, expireAfter);
      const asks = end.asks.map((ask) => ({ ...ask, expires }));
      ctx.set('run', { ...view, state: 'waiting', asks, answers, files: filesOf(ctx.key, log.workspace) });
      const opened = asks.map((ask) => ({ ask, answer: openApproval(ctx, { ask, expireAfter }) }));
      for (const { ask, answer } of opened) {
        const approval = await untilProven(ctx, { ...parts, ask, answer });
        const { behavior, by, proof, at } = approval;
        approvals.push(approval);
        answers.push({ call: ask.call, hash: ask.hash, behavior, by, proof, at });
      }
      ctx.set('run', { ...view, answers });
    }
  } catch (error) {
    if (error instanceof parts.restate.CancelledError)
      ctx.set('run', { ...view, state: 'cancelled', answers, files: filesOf(ctx.key, log?.workspace) });
    throw error;
  }
}

/** The time at which a worker takes the run. A worker that cannot take the run refuses it here, before the session is read. */
const begin = (ctx: ObjectContext, { restate, worker, request }: Conducted & Pick<Recorded, 'request'>): Promise<string> =>
  ctx.run('begin', () => {
    refuseEarly(ctx, { restate, worker, request });
    return new Date().toISOString();
  });

/** The time in so many milliseconds. */
const timeIn = async (ctx: ObjectContext, ms: number): Promise<string> => new Date((await ctx.date.now()) + ms).toISOString();

/** Milliseconds until a question expires. */
function expiryOf({ plan }: WorkerParts): number | undefined {
  const seconds = plan.permissions.approvals?.expireAfter;
  return seconds === undefined ? undefined : seconds * 1000;
}

/** Records a round. Only the first step that is not recorded starts the run, from the records before it. */
async function recordRound(ctx: ObjectContext, round: Recorded): Promise<RoundEnd> {
  const { log, restate } = round;
  const steps = new RecordedSteps({ ctx, restate, start: () => startRound(ctx, round) });
  for (;;) {
    const step = await steps.next();
    saveStep(ctx, log, step);
    // This worker has its own files. The next one reads those of recorded steps.
    if (!steps.isLive) rememberResults(log, step);
    if (step.end === undefined) continue;
    if (steps.cancellation !== undefined) throw steps.cancellation;
    return step.end;
  }
}

/** Opens an approval. No worker is needed until it is answered. */
function openApproval(ctx: ObjectContext, opened: Omit<Opened, 'awakeable'>): Promise<Sent> {
  const { id, promise } = ctx.awakeable<Sent>();
  ctx.objectSendClient(approvalObjects, opened.ask.hash).open({ ...opened, awakeable: id });
  return promise;
}

interface Asked extends Conducted {
  readonly ask: Ask;
  readonly answer: Promise<Sent>;
}

/**
 * Waits for an answer that counts. Whoever reaches the engine itself can wake the run with a made-up answer, or with none. The question
 * is then open again, and its timer runs on.
 */
async function untilProven(ctx: ObjectContext, { ask, answer, restate, worker }: Asked): Promise<Approval> {
  const { hash, from } = ask;
  for (let asked = answer; ; asked = openApproval(ctx, { ask })) {
    const sent = await unlessRejected(asked, restate);
    const given = readAnswer(unseal(worker.engine.key, answerTo(hash), sent?.sealed));
    if (given === undefined) continue;
    const isDenied = given.behavior === 'deny' && given.isExpired === true;
    if (isDenied || isProven({ ...given, hash }, from)) return { ...given, hash, at: String(sent?.at) };
  }
}

async function unlessRejected(asked: Promise<Sent>, { TerminalError, CancelledError }: Restate): Promise<Sent | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof TerminalError && !(error instanceof CancelledError)) return undefined;
    throw error;
  }
}

interface Looking {
  readonly restate: Restate;
  readonly worker: WorkerParts;
  readonly request: PromptRequest;
}

/**
 * Returns the prompt of a scheduled job with the time for which it is due; `undefined` if nothing is due, or the job was deleted.
 * Only a worker with the plan of the job looks. The schedule hears of it before the run begins, so that a run that is cancelled
 * counts as the fire that it was.
 */
async function duePrompt(ctx: ObjectContext, { key, ...timer }: FireOf, looking: Looking): Promise<string | undefined> {
  const schedule = ctx.objectClient(schedules, key);
  const kept = await schedule.get(timer.id);
  if (kept?.fire !== timer.fire) return undefined;
  const { job, last } = kept;
  const { prompt, ...checked } = await ctx.run('due', async (): Promise<DueCheck & { readonly prompt?: string | undefined }> => {
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
  ctx.objectSendClient(schedules, key).checked({ ...timer, checked });
  return prompt;
}

/** Throws what pauses the run if this is not a worker for it. */
function rulesFor(ctx: ObjectContext, { restate, worker, request }: Looking) {
  admit(ctx, { restate, worker, request, folder: undefined })();
  if (worker.schedule === undefined) throw new restate.PauseError(errors.ENGINE_NO_SCHEDULE({ session: ctx.key }).message);
  return worker.schedule;
}
