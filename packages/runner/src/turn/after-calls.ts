import type { HookRound } from '@loadout/core';
import { type ToolResultBlock, textOf } from '@loadout/core/model';
import { notesText, runHooks, type SettledCall } from '@loadout/core/run';
import type { Exchanges } from '../ground/exchange.js';
import type { Calling, Ground } from '../ground/ground.js';
import type { Asking } from '../model/asking.js';
import { redactor } from '../place/redact.js';
import { errors } from '../report/errors.js';
import { answersUsedUp } from '../report/usage.js';
import type { Toolbox } from '../skills/toolbox.js';
import { type Told, told } from '../told/told.js';
import { STRUCTURED_OUTPUT } from '../tools/structured-output.js';
import { type ModelTurn, refusedCalls } from './ask-turn.js';
import { answerCalls } from './call-results.js';
import { asError, type Ending, interrupted, outputNotMet } from './ending.js';
import type { Incoming } from './incoming.js';
import { settleModel } from './switch-model.js';

type BatchRun = Ground & Exchanges & Calling & Toolbox & Pick<Incoming, 'inbox'>;
type Run = BatchRun & Asking;

/** Waits for the calls of a message, fires hooks and answers the calls. Returns `undefined` if the model is asked again. */
export async function afterCalls(run: Run, turn: ModelTurn, usedUp: Ending['error']): Promise<Ending | undefined> {
  const text = textOf(turn.message);
  const results = await turn.results();
  const isRefused = refusedCalls(turn.stopReason) !== undefined;
  const put = isRefused ? undefined : endDeferred(run, { settled: results, text });
  if (put !== undefined) return put;
  // The model changes before the results are answered, so that the texts of its hooks come after them.
  if (usedUp === undefined && !run.signal.aborted && run.model.isStale) await settleModel(run);
  const { settled, stop: ended } = await afterBatch(run, results);
  await answerCalls(run, settled, turn.excess);
  const broken = settled.find((call) => call.fault !== undefined);
  if (broken !== undefined) return { outcome: 'error_during_execution', text, error: asError(broken.fault) };
  if (run.signal.aborted) return interrupted(run, text);
  if (isRefused) return { outcome: 'error_during_execution', text, stopReason: turn.stopReason, error: errors.MODEL_REFUSED({}) };
  if (usedUp !== undefined)
    return {
      outcome: run.counts.toolTurns >= (run.spec.limits.turns ?? Number.POSITIVE_INFINITY) ? 'error_max_turns' : 'error_limit',
      text,
      error: usedUp,
    };
  run.counts.toolTurns += 1;
  // A call that was cut off has its answer; the next answer of the model may be longer.
  if (turn.stopReason === 'max_tokens' && run.model.raiseOutput()) run.tools.renewRequest();
  const stop = settled.find((call) => call.stop !== undefined)?.stop ?? ended;
  if (stop !== undefined) return { outcome: 'stopped', text, error: errors.RUN_STOPPED({ reason: stop }) };
  if ('value' in run.output) return { outcome: 'success', text, stopReason: turn.stopReason };
  const tries = run.spec.output === undefined ? 0 : settled.filter((call) => call.name === STRUCTURED_OUTPUT).length;
  if (tries > 0 && ++run.counts.outputTries > (run.spec.output?.retries ?? 0)) return outputNotMet(run, text);
  const answered = answersUsedUp(run);
  return answered === undefined ? undefined : { outcome: 'error_max_turns', text, error: answered };
}

interface Answered {
  readonly settled: readonly SettledCall[];
  readonly text: string;
}

/**
 * Ends the run if a hook deferred a call. The message stays unanswered in the journal: an ended call keeps its answer, and a
 * resumed session begins with the other calls, hooks and rules first. Source: CTRL-13.
 */
export function endDeferred(
  run: Pick<Ground, 'session'> & Pick<Exchanges, 'signal'>,
  { settled, text }: Answered,
): Ending | undefined {
  const call = settled.find((one) => one.outcome === 'deferred');
  if (call === undefined) return undefined;
  const broken = settled.find((one) => one.fault !== undefined)?.fault;
  if (broken !== undefined) return { outcome: 'error_during_execution', text, error: asError(broken) };
  if (run.signal.aborted) return { outcome: 'interrupted', text, error: errors.RUN_INTERRUPTED({}) };
  const { id, name, input, result } = call;
  return {
    outcome: 'deferred',
    text,
    deferredCall: { id, name, input },
    error: errors.RUN_DEFERRED({ reason: result.content, session: run.session.id }),
  };
}

interface Batch {
  readonly settled: readonly SettledCall[];
  /** A hook ends the run before the model is asked again. */
  readonly stop?: string | undefined;
}

/** Fires PostToolBatch for all calls of a message. The texts of its hooks become part of the last result (LOOP-07). */
async function afterBatch(run: BatchRun, settled: readonly SettledCall[]): Promise<Batch> {
  if (run.signal.aborted) return { settled };
  const round = run.calls.hooks.has('PostToolBatch') ? await tellBatch(run, settled) : NOTHING_SAID;
  const stop = round.stop ?? (round.verdict?.behavior === 'deny' ? round.verdict.reason : undefined);
  const folders = (await run.folderTexts?.announce(run)) ?? [];
  const notes = notesText([...round.contexts, ...round.messages, ...news(run), ...folders]);
  const last = settled.at(-1);
  if (notes === '' || last === undefined) return { settled, stop };
  return { settled: [...settled.slice(0, -1), withNotes(run, { call: last, notes })], stop };
}

const NOTHING_SAID: HookRound = { contexts: [], messages: [] };

async function tellBatch(run: BatchRun, settled: readonly SettledCall[]): Promise<HookRound> {
  const tool_calls = settled.map(({ id, name, input, result, block }) => ({
    tool_name: name,
    tool_input: input,
    tool_use_id: id,
    tool_response: block.content,
    is_error: result.isError,
  }));
  return runHooks('PostToolBatch', { tool_calls }, run.calls);
}

function withNotes(run: BatchRun, { call, notes }: { call: SettledCall; notes: string }): SettledCall {
  const text = redactor(run.spec.secrets)?.(notes) ?? notes;
  const block = call.block;
  const content = typeof block.content === 'string' ? block.content + text : [...block.content, { type: 'text', text }];
  const changed = { ...block, content } as ToolResultBlock;
  run.session.record({ t: 'ended', id: call.id, outcome: call.outcome, block: changed });
  return { ...call, block: changed, notes: (call.notes ?? '') + text };
}

/** Returns the news beside the answers to calls, each once: the mode, mail, ended work, tools and servers that came, skills that fit. */
export function news({
  calls,
  deferral,
  inbox,
  modeNews,
  skills,
  tools,
}: Calling & Toolbox & Pick<Incoming, 'inbox'>): readonly Told[] {
  tools.prepare();
  const announced = [modeNews.announce(tools.pool), deferral.announce(), skills.announce(), tools.announce()];
  return [
    ...(inbox.texts.length === 0 ? [] : inbox.take().map(told.hookOrWork)),
    ...(calls.background === undefined || calls.background.said.length === 0 ? [] : calls.background.take().map(told.hookOrWork)),
    ...announced.filter((text) => text !== undefined),
  ];
}
