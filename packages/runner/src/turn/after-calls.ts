/** The calls of a message of the model: whether they may run, what is recorded of each, and the message that answers them. */

import { randomUUID } from 'node:crypto';
import { type HookRound, messageOf } from '@loadout/core';
import { type Message, type StopReason, type ToolResultBlock, type ToolUseBlock, textOf } from '@loadout/core/model';
import { type DecidedCall, notesText, ruleText, runHooks, type SettledCall, spilledText } from '@loadout/core/run';
import type { CallSummary, RecordedSubject } from '@loadout/sessions';
import type { Exchanges } from '../context/exchange.js';
import type { Above, Calling, RunContext } from '../context/run-context.js';
import type { Asking } from '../model/asking.js';
import { type ModelText, modelText } from '../prompts/model-texts.js';
import { errors } from '../report/errors.js';
import { answersUsedUp } from '../report/usage.js';
import { redactor, redactValue } from '../secrets/redact.js';
import type { Toolbox } from '../skills/toolbox.js';
import { STRUCTURED_OUTPUT } from '../tools/structured-output.js';
import { asError, type Ending, interrupted, outputNotMet } from './ending.js';
import type { Incoming } from './incoming.js';
import { settleModel } from './switch-model.js';

type BatchRun = RunContext & Exchanges & Calling & Toolbox & Pick<Incoming, 'inbox'>;
type Run = BatchRun & Asking;

/** A complete message of the model, and its calls, which are running. */
export interface ModelTurn extends Streamed {
  /** Waits for all calls. Contract: called once if there are any. */
  results(): Promise<readonly SettledCall[]>;
}

export interface Streamed {
  readonly message: Message;
  readonly stopReason: StopReason;
  readonly uses: readonly ToolUseBlock[];
  /** The answers of the calls that are too many to run. */
  readonly excess: readonly ToolResultBlock[];
}

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
  run: Pick<RunContext, 'session'> & Pick<Exchanges, 'signal'>,
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
  const round = run.calls().hooks.has('PostToolBatch') ? await tellBatch(run, settled) : NOTHING_SAID;
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
  return runHooks('PostToolBatch', { tool_calls }, run.calls());
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
}: Calling & Toolbox & Pick<Incoming, 'inbox'>): readonly ModelText[] {
  tools.prepare();
  const { background } = calls();
  const announced = [modeNews.announce(tools.pool), deferral.announce(), skills.announce(), tools.announce()];
  return [
    ...(inbox.texts.length === 0 ? [] : inbox.take().map(modelText.hookOrWork)),
    ...(background === undefined || background.said.length === 0 ? [] : background.take().map(modelText.hookOrWork)),
    ...announced.filter((text) => text !== undefined),
  ];
}

/**
 * Whether the calls of a complete message may run, by its stop reason: the one table, for a message that streams and for one whose calls
 * a killed process left open. A message that was cut off keeps its complete calls; a call that is not whole has an error of its own.
 */
const CALLS: Readonly<Record<string, 'run' | 'refused'>> = {
  tool_use: 'run',
  end_turn: 'run',
  stop_sequence: 'run',
  pause_turn: 'run',
  max_tokens: 'run',
  model_context_window_exceeded: 'run',
  refusal: 'refused',
};

/** Returns the reason that no call of the message may run. `undefined`: they may. Some servers have reasons of their own for an ordinary end. */
export const refusedCalls = (stopReason: StopReason | undefined): string | undefined =>
  stopReason !== undefined && Object.hasOwn(CALLS, stopReason) && CALLS[stopReason] === 'refused'
    ? `the model ended its message with the stop reason "${stopReason}".`
    : undefined;

export type AnsweringRun = Pick<RunContext, 'emit' | 'parent' | 'session' | 'spec'> & Pick<Exchanges, 'counts'>;

/** Adds the message that answers all calls of the model's message: one block for each call, in order. */
export async function answerCalls(
  run: AnsweringRun & Calling,
  settled: readonly SettledCall[],
  excess: readonly ToolResultBlock[] = [],
): Promise<void> {
  const uuid = randomUUID();
  const blocks = [...(await fitMessage(run, settled)), ...excess];
  run.emit({ type: 'reply', uuid, message: run.session.addResults(blocks, uuid) });
}

/** Writes a call to the journal when it ends, not when the last call ends: a killed process loses no finished call. */
export function recordCall(run: AnsweringRun, call: SettledCall): SettledCall {
  const block = redactValue(call.block, redactor(run.spec.secrets));
  run.session.record({ t: 'ended', id: call.id, outcome: call.outcome, block, ...endingOf(call) });
  run.session.show({ id: call.id, name: call.name, result: call.result });
  for (let one: Pick<Above, 'counts' | 'parent'> | undefined = run; one !== undefined; one = one.parent)
    countCall(one.counts, call);
  run.counts.calls.push(summaryOf(call));
  if (call.spilled !== undefined) run.counts.spilled += 1;
  return { ...call, block };
}

/** The facts of an ended call beside its answer. The sentence of a denial is in the answer. */
const endingOf = ({ durationMs, code, outcome, deniedBy, rule, unasked, spared, subject }: SettledCall) => ({
  durationMs: Math.round(durationMs),
  ...(code === undefined ? {} : { code }),
  ...(outcome === 'denied'
    ? {
        decision: {
          ...(rule === undefined ? {} : { rule: ruleText(rule), position: rule.position }),
          by: deniedBy ?? (unasked === true ? ('nobody' as const) : undefined),
          ...(spared === undefined ? {} : { spared }),
          ...(subject === undefined ? {} : { subject: recordedSubject(subject) }),
        },
      }
    : {}),
});

/** A script of many commands is shorter as a call than as all that it touches. */
const SUBJECT_CHARS = 20_000;

/** Returns the facts to record. `undefined` for a call that touches more than a record holds: nothing can be held against it later. */
export function recordedSubject({ tool, accesses, readOnly, openWorld, unclear }: DecidedCall): RecordedSubject | undefined {
  const { kind = 'base', server } = tool.origin ?? {};
  const subject: RecordedSubject = {
    touches: accesses,
    ...(tool.aliases.length === 0 ? {} : { aliases: tool.aliases }),
    ...(kind === 'base' ? {} : { origin: { kind, server } }),
    ...(readOnly ? { readOnly } : {}),
    ...(openWorld ? { openWorld } : {}),
    ...(tool.requiresUserInteraction === true ? { needsPerson: true } : {}),
    ...(unclear === undefined ? {} : { unclear }),
  };
  return JSON.stringify(subject).length > SUBJECT_CHARS ? undefined : subject;
}

/** Counts a call for its run and for each run above, which report the denials of their agents too (W19). */
function countCall(counts: Exchanges['counts'], call: SettledCall): void {
  if (call.code !== 'TOOL_NOT_RUN') counts.toolCalls += 1;
  if (call.outcome === 'denied')
    counts.denials.push({ tool_name: call.name, tool_use_id: call.id, tool_input: call.input, reason: call.result.content });
}

const summaryOf = ({ id, name, outcome, durationMs, input, result }: SettledCall): CallSummary => ({
  id,
  name,
  outcome,
  durationMs: Math.round(durationMs),
  inputChars: JSON.stringify(input)?.length ?? 0,
  resultChars: result.content.length,
});

/** The characters of all results of one message together. Above this, the largest results are spilled. Source: RES-04. */
const MESSAGE_CHARS = 200_000;
/** The shortest text worth spilling, since the replacement has a length of its own. */
const WORTH_SPILLING = 4_000;

/**
 * Returns the blocks that answer the calls of one message, within the limit of a message. The decision is in the journal before
 * the message is sent and is never made again, so that later requests begin with the same bytes (RES-05).
 */
async function fitMessage(run: AnsweringRun & Calling, settled: readonly SettledCall[]): Promise<readonly ToolResultBlock[]> {
  const blocks = settled.map((call) => call.block);
  let total = blocks.reduce((sum, block) => sum + textLength(block), 0);
  const largestFirst = [...settled.keys()].sort((a, b) => lengthAt(blocks, b) - lengthAt(blocks, a));
  for (const index of largestFirst) {
    const block = blocks[index];
    const call = settled[index];
    if (total <= MESSAGE_CHARS || block === undefined || call === undefined) break;
    if (textLength(block) < WORTH_SPILLING) break;
    if (pagesByItself(run, call)) continue;
    const smaller = await spilledBlock(run, { block, notes: call.notes ?? '' });
    if (smaller === undefined) continue;
    run.session.record({ t: 'ended', id: block.tool_use_id, outcome: call.outcome, block: smaller });
    run.counts.spilled += 1;
    blocks[index] = smaller;
    total += textLength(smaller) - textLength(block);
  }
  return blocks;
}

/** Whether the tool pages its own output: text from a file is not spilled into another file (RES-03). */
const pagesByItself = (run: AnsweringRun & Calling, call: SettledCall) =>
  run.calls().pool.get(call.name)?.maxResultChars === Number.POSITIVE_INFINITY;

/** Spills the text of a block. Texts of hooks stay visible; images and documents stay unchanged. */
async function spilledBlock(
  run: AnsweringRun & Calling,
  { block, notes }: { block: ToolResultBlock; notes: string },
): Promise<ToolResultBlock | undefined> {
  const { spill } = run.calls();
  if (spill === undefined) return undefined;
  const { text, others } = partsOf(block);
  const kept = notes !== '' && text.endsWith(notes) ? notes : '';
  const output = text.slice(0, text.length - kept.length);
  try {
    const shorter = spilledText(output, await spill(block.tool_use_id, output)) + kept;
    return { ...block, content: others.length === 0 ? shorter : [{ type: 'text', text: shorter }, ...others] };
  } catch (error) {
    run.emit({
      type: 'notice',
      message: `A large result could not be saved: ${messageOf(error)}`,
    });
    return undefined;
  }
}

function partsOf({ content }: ToolResultBlock): { readonly text: string; readonly others: readonly unknown[] } {
  if (typeof content === 'string') return { text: content, others: [] };
  const texts = content.flatMap((part) => partText(part) ?? []);
  return { text: texts.join(''), others: content.filter((part) => partText(part) === undefined) };
}

function partText(part: unknown): string | undefined {
  const { type, text } = (part ?? {}) as { type?: unknown; text?: unknown };
  return type === 'text' && typeof text === 'string' ? text : undefined;
}

const textLength = (block: ToolResultBlock) => partsOf(block).text.length;
const lengthAt = (blocks: readonly ToolResultBlock[], index: number) => {
  const block = blocks[index];
  return block === undefined ? 0 : textLength(block);
};
