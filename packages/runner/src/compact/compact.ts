import { isLoadoutError, messageOf } from '@loadout/core';
import type { Message } from '@loadout/core/model';
import { runHooks } from '@loadout/core/run';
import type { Exchanges } from '../context/exchange.js';
import type { Calling, RunContext } from '../context/run-context.js';
import type { Asking } from '../model/asking.js';
import { errors } from '../report/errors.js';
import type { Toolbox } from '../skills/toolbox.js';
import { clearOldResults } from './clear-old-results.js';
import { newestFrom } from './newest-messages.js';
import { summarise } from './summarise.js';
import { estimateTokens, fullConversation, thresholdsOf } from './thresholds.js';

type Run = RunContext & Exchanges & Calling & Asking & Toolbox;

/** After so many failures in a row, a run stops compacting. Source: COMPACT-06. */
const FAILURES = 3;
/** Clearing is enough if it brings the conversation this far below the trigger. It breaks the prompt cache, so it must last. */
const CLEARED_ENOUGH = 0.75;

/** Shortens, before a turn, a conversation that has come to its threshold. Source: COMPACT-02. */
export async function compactWhenFull(run: Run): Promise<boolean> {
  const full = fullConversation(run);
  if (full === undefined) return false;
  const { preTokens, trigger, keep } = full;
  return compact(run, { preTokens, clearTo: trigger * CLEARED_ENOUGH, keep, tooLong: false });
}

/**
 * Shortens a conversation that the provider refused, or whose window ended inside an answer. Does so once, until a turn
 * succeeds (LOOP-14).
 */
export async function compactAfterOverflow(run: Run): Promise<boolean> {
  if (run.compaction.afterOverflow) return false;
  const { keep } = thresholdsOf(run.spec.agent.compaction, run.model.plan.contextWindow);
  const { contextTokens, messages } = run.session;
  const estimate = Math.round(estimateTokens(messages));
  const atMost = Math.min(keep.atMost, estimate / 2);
  const done = await compact(run, {
    preTokens: Math.max(contextTokens, estimate),
    clearTo: 0,
    keep: { atLeast: Math.min(keep.atLeast, atMost), atMost },
    tooLong: true,
  });
  run.compaction.afterOverflow = done;
  return done;
}

/** Summarises the whole conversation on request. Returns false if it is empty or a hook blocks it. Source: COMPACT-08. */
export async function compactNow(run: Run, instructions: string): Promise<boolean> {
  const { contextTokens, messages } = run.session;
  const preTokens = Math.max(contextTokens, Math.round(estimateTokens(messages)));
  return compact(run, { preTokens, clearTo: 0, keep: { atLeast: 0, atMost: 0 }, tooLong: false, asked: { instructions } });
}

interface Job {
  readonly preTokens: number;
  /** Clearing old results is enough if it brings the conversation down to this number of tokens. */
  readonly clearTo: number;
  readonly keep: { readonly atLeast: number; readonly atMost: number };
  /** The run cannot continue without compaction, so that a hook cannot block it. */
  readonly tooLong: boolean;
  /** A person or the host asked for the summary. */
  readonly asked?: { readonly instructions: string };
}

const triggerOf = ({ asked }: Job) => (asked === undefined ? 'auto' : 'manual');

async function compact(run: Run, job: Job): Promise<boolean> {
  if (job.asked === undefined && (run.spec.agent.compaction?.off === true || run.compaction.failures >= FAILURES)) return false;
  const { messages } = run.session;
  const { pool } = run.calls();
  const cleared = clearOldResults(messages, (tool) => pool.get(tool)?.rereadable === true);
  const clearingWillDo = job.asked === undefined && job.preTokens - cleared.freed <= job.clearTo;
  const from = newestFrom(messages, job.keep);
  if (!clearingWillDo && !messages.slice(0, from).some((message) => message.role === 'assistant')) return false;
  const began = run.clock.now();
  const contexts = await askHooks(run, job);
  if (contexts === undefined) return false;
  if (clearingWillDo) {
    replace(run, { messages: cleared.messages, how: 'cleared', began }, job);
    return true;
  }
  try {
    const { summary, messages: shorter } = await summarise(run, {
      from,
      contexts,
      tooLong: job.tooLong,
      isAnswered: job.asked !== undefined,
    });
    replace(run, { messages: shorter, how: 'summarised', began }, job);
    await runHooks('PostCompact', { trigger: triggerOf(job), compact_summary: summary }, run.calls());
    return true;
  } catch (error) {
    if (run.signal.aborted || job.asked !== undefined || isStop(error)) throw error;
    fail(run, `The conversation could not be summarised: ${messageOf(error)}`);
    return false;
  }
}

const isStop = (error: unknown): boolean => isLoadoutError(error) && error.code === 'RUN_STOPPED';

/** Returns the texts that hooks add for the summary; `undefined` if a hook blocks it. */
async function askHooks(run: Run, job: Job): Promise<readonly string[] | undefined> {
  const { instructions = '' } = job.asked ?? {};
  const round = await runHooks('PreCompact', { trigger: triggerOf(job), custom_instructions: instructions }, run.calls());
  if (round.stop !== undefined) throw errors.RUN_STOPPED({ reason: round.stop });
  return round.verdict?.behavior === 'deny' && !job.tooLong
    ? undefined
    : [instructions, ...round.contexts].filter((text) => text !== '');
}

interface Shortened {
  readonly messages: readonly Message[];
  readonly how: 'cleared' | 'summarised';
  /** When the work on it began, by the clock of the run. */
  readonly began: number;
}

function replace(run: Run, { messages, how, began }: Shortened, job: Job): void {
  const { preTokens } = job;
  const trigger = triggerOf(job);
  run.session.replaceMessages(messages, { trigger, preTokens });
  const postTokens = Math.round(estimateTokens(messages));
  run.emit({ type: 'compact', trigger, preTokens, postTokens, durationMs: Math.round(run.clock.now() - began), how });
  if (trigger === 'manual') return;
  const { doneAtTurn } = run.compaction;
  run.compaction.doneAtTurn = run.counts.turns;
  if (doneAtTurn !== undefined && run.counts.turns - doneAtTurn <= 1)
    fail(run, 'The conversation was shortened again after one turn, because what is kept of it nearly fills the window.');
  else run.compaction.failures = 0;
}

function fail(run: Run, problem: string): void {
  run.compaction.failures += 1;
  const over = run.compaction.failures === FAILURES ? ' It was the third time in a row, so the run does not try it again.' : '';
  run.emit({ type: 'notice', message: `${problem}${over}` });
}
