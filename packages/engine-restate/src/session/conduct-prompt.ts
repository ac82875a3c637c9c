import type { ObjectContext } from '@restatedev/restate-sdk';
import type { Approval, Ask } from '../approval.js';
import type { Restate } from '../load-restate.js';
import type { WorkerParts } from '../worker/worker-parts.js';
import { admit } from './admit.js';
import { approvals as approvalObjects } from './approval-object.js';
import { LiveRound } from './live-round.js';
import type { PromptRequest, RunView } from './run-view.js';
import { childRecords, loadSession, type SessionLog, saveStep, writeAll } from './session-log.js';
import type { RoundEnd, Step } from './step.js';

export interface Conducted {
  readonly restate: Restate;
  readonly worker: WorkerParts;
  readonly agent: string;
}

/**
 * Handles a prompt of a session, from worker to worker. The engine replays this function: all that it does is in an order that
 * repeats, and the run itself is inside of the steps (decision 0055).
 */
export async function conductPrompt(ctx: ObjectContext, request: PromptRequest, parts: Conducted): Promise<RoundEnd> {
  const log = await loadSession(ctx);
  const begun = log.own.records.length;
  const view: RunView = { state: 'running', plan: request.plan, prompt: request.prompt.slice(0, 200), at: await now(ctx) };
  ctx.set('run', view);
  const approvals: Approval[] = [];
  const answers: NonNullable<RunView['answers']>[number][] = [];
  try {
    for (;;) {
      const end = await recordRound(ctx, { ...parts, log, begun, request, approvals });
      if (end.asks.length === 0) {
        ctx.set('run', { ...view, state: 'ended', answers, end });
        return end;
      }
      ctx.set('run', { ...view, state: 'waiting', asks: end.asks, answers });
      const opened = end.asks.map((ask) => ({ ask, answer: openApproval(ctx, ask) }));
      for (const { ask, answer } of opened) {
        const approval = await answer;
        approvals.push(approval);
        answers.push({ call: ask.call, behavior: approval.behavior, by: approval.by, at: approval.at });
      }
      ctx.set('run', { ...view, answers });
    }
  } catch (error) {
    if (error instanceof parts.restate.CancelledError) ctx.set('run', { ...view, state: 'cancelled', answers });
    throw error;
  }
}

const now = async (ctx: ObjectContext): Promise<string> => new Date(await ctx.date.now()).toISOString();

interface Recorded extends Conducted {
  readonly log: SessionLog;
  /** The number of records before this prompt. */
  readonly begun: number;
  readonly request: PromptRequest;
  readonly approvals: readonly Approval[];
}

/** Records a round, step by step. Only the first step that is not recorded starts the run, from the records before it. */
async function recordRound(ctx: ObjectContext, round: Recorded): Promise<RoundEnd> {
  const { log, restate } = round;
  let live: LiveRound | undefined;
  const { attemptCompletedSignal: over } = ctx.request();
  const take = async (): Promise<Step> => {
    if (live === undefined) {
      live = startRound(ctx, round);
      over.addEventListener('abort', () => live?.lose(), { once: true });
    }
    return live.take();
  };
  try {
    for (let count = 1; ; count += 1) {
      const step = await ctx.run(`step ${count}`, take);
      live?.confirm();
      saveStep(ctx, log, step);
      if (step.end !== undefined) return step.end;
    }
  } catch (error) {
    if (!(error instanceof restate.CancelledError)) throw error;
    const rest = await ctx.run('interrupt', async (): Promise<Step> => (await live?.cancel()) ?? { records: [] });
    saveStep(ctx, log, rest);
    writeAll(ctx, log);
    throw error;
  }
}

/** Starts the run in this worker, or refuses it. Everything before is read from the engine. */
function startRound(ctx: ObjectContext, { restate, worker, agent, log, begun, request, approvals }: Recorded): LiveRound {
  const release = admit(ctx, { restate, worker, request });
  const session = ctx.key;
  const isAsked = log.own.records.slice(begun).some(({ t }) => t === 'asked');
  worker.tell(`${isAsked ? 'Continuing' : 'Starting'} ${agent} ${session}`);
  const prompt = isAsked ? undefined : request.prompt;
  return new LiveRound({
    worker,
    agent,
    session,
    approvals,
    records: log.own.records,
    children: childRecords(log),
    prompt,
    release,
  });
}

/** Opens an approval. No worker is needed until it is answered. */
function openApproval(ctx: ObjectContext, ask: Ask): Promise<Approval> {
  const { id, promise } = ctx.awakeable<Approval>();
  ctx.objectSendClient(approvalObjects, ask.hash).open({ ask, awakeable: id });
  return promise;
}
