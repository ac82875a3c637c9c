import { defined } from '@loadout/node';
import type { RunResult } from '@loadout/runner';
import { apiError } from '../sessions/api-errors.js';
import type { MessageOrigin, SDKResultError, SDKResultSuccess, TerminalReason } from '../types/messages.js';
import type { ApiUsage, SubagentCounts } from '../types/usage.js';
import { type ModelLimits, modelUsage, usedSince } from './usage.js';

type Unframed<T> = Omit<T, 'uuid' | 'session_id'>;
export type ResultFrame = Unframed<SDKResultSuccess> | Unframed<SDKResultError>;

export interface ResultContext {
  /** The usage of the main loop in this turn. */
  readonly usage: ApiUsage;
  readonly limitsOf: (model: string) => ModelLimits;
  readonly ttftMs: number | undefined;
  /** Milliseconds until the first content of an answer. */
  readonly contentMs: number | undefined;
  /** The ids of the messages that began, for programs that get partial messages. */
  readonly begunIds: readonly string[] | undefined;
  /** The usage by model at the result before. */
  readonly before: RunResult['models'];
  /** Whether calls had begun when the turn was interrupted. */
  readonly inTools: boolean;
  /** Whether a person's answer to a question ended the turn. */
  readonly wasStoppedByAnswer: boolean;
  readonly origin: MessageOrigin | undefined;
  readonly requestMs: number | undefined;
  /** The number of prompts that wait. */
  readonly waiting: number;
  /** The number of earlier results. */
  readonly index: number;
  readonly subagents: SubagentCounts;
}

/** The result message of a turn (LOOP-23, LOOP-32). */
export function resultFrame(result: RunResult, context: ResultContext): ResultFrame {
  const { models, turns, durationMs, modelMs, costUsd, denials } = result;
  const [subtype, terminal_reason, isError] = endingOf(result, context);
  const base = {
    type: 'result' as const,
    is_error: isError,
    num_turns: turns + Number(result.outcome === 'error_model' || isOutOfAnswers(result.error)),
    stop_reason: stopReasonOf(result, subtype),
    duration_ms: durationMs,
    duration_api_ms: modelMs,
    total_cost_usd: costUsd ?? 0,
    usage: context.usage,
    modelUsage: modelUsage(models, context.limitsOf),
    permission_denials: denials.map(({ tool_name, tool_use_id, tool_input }) => ({
      tool_name,
      tool_use_id,
      tool_input: tool_input as Record<string, unknown>,
    })),
    ...(result.outcome === 'blocked' ? {} : { terminal_reason }),
    model_usage_since_last_result: modelUsage(usedSince(context.before, models), context.limitsOf),
    result_index: context.index,
    queued_turn_count: context.waiting,
    fast_mode_state: 'off' as const,
    subagent_stats: context.subagents,
    // No classifier stops a call.
    safety_stops: 0,
    ...defined({ origin: context.origin }),
  };
  if (subtype !== 'success') return { ...base, subtype, errors: [problemOf(result)] };
  return {
    ...base,
    subtype,
    result: textOf(result),
    ...(result.outcome === 'error_model' ? {} : timesOf(context)),
    ...(result.outcome === 'blocked' ? {} : failureOf(result, terminal_reason)),
    ...defined({ structured_output: result.structuredOutput, deferred_tool_use: result.deferredCall }),
  };
}

/** The reason that ended the last answer. As in the reference, an answer that never came counts as one (W5, W12). */
function stopReasonOf({ stopReason, outcome }: RunResult, subtype: ResultFrame['subtype']): string | null {
  if (subtype === 'error_max_turns') return 'tool_use';
  if (stopReason === 'refusal') return stopReason;
  if (subtype !== 'success') return null;
  if (outcome === 'error_model') return 'stop_sequence';
  return stopReason ?? (outcome === 'deferred' ? 'tool_deferred' : null);
}

/** The times of an answer, and the ids of its messages. A turn that fails has none of them. */
const timesOf = ({ ttftMs, contentMs, requestMs, begunIds }: ResultContext) => ({
  ...defined({
    ttft_ms: ttftMs,
    ttft_stream_ms: ttftMs,
    first_content_frame_ms: contentMs,
    time_to_request_ms: requestMs,
    begun_message_ids: begunIds,
  }),
});

function failureOf({ error = NO_ERROR }: RunResult, reason: TerminalReason) {
  if (reason !== 'api_error') return { api_error_status: null };
  const { status, type } = apiError(error);
  return { api_error_status: status, ...defined({ api_error_type: type }) };
}

/** The provider's refusal, and the runner's after nothing could be made shorter. */
const TOO_LONG = new Set(['MODEL_PROMPT_TOO_LONG', 'MODEL_CONTEXT_FULL']);

const NO_ERROR = { code: '', message: '' };

type Ending = readonly [SDKResultSuccess['subtype'] | SDKResultError['subtype'], TerminalReason, boolean];

function endingOf({ outcome, error }: RunResult, { inTools, wasStoppedByAnswer }: ResultContext): Ending {
  switch (outcome) {
    case 'success':
    // This protocol tells of denials in `permission_denials` alone.
    case 'denied':
      return ['success', 'completed', false];
    case 'error_max_turns':
      return ['error_max_turns', 'max_turns', true];
    case 'error_limit':
      if (error?.values?.limit === 'US dollars') return ['error_max_budget_usd', 'budget_exhausted', true];
      return ['error_during_execution', 'budget_exhausted', true];
    case 'error_max_structured_output_retries':
      return ['error_max_structured_output_retries', 'structured_output_retry_exhausted', true];
    case 'error_model':
      return ['success', error !== undefined && TOO_LONG.has(error.code) ? 'prompt_too_long' : 'api_error', true];
    case 'blocked':
      return ['success', 'hook_stopped', false];
    case 'stopped':
      return wasStoppedByAnswer ? ['error_during_execution', 'aborted_tools', true] : ['success', 'hook_stopped', false];
    case 'deferred':
      return ['success', 'tool_deferred', false];
    case 'interrupted':
      return ['error_during_execution', inTools ? 'aborted_tools' : 'aborted_streaming', true];
    default:
      return ['error_during_execution', 'model_error', true];
  }
}

const problemOf = ({ error, outcome }: RunResult): string => (error === undefined ? outcome : messageOf(error, outcome));

type Problem = NonNullable<RunResult['error']>;

/**
 * The text of an error with its fix, because the program reads nothing else. The part that programs search for comes first
 * (LOOP-32). Two sentences stand alone, because programs read the number or the id at their end (W9, W12).
 */
export const messageOf = (error: Problem, outcome?: RunResult['outcome']): string =>
  alone(error) ?? [lookedFor(error, outcome), error.message, error.fix].filter((part) => part !== undefined).join(' ');

function alone({ code, values }: Problem): string | undefined {
  if (code === 'SESSION_UNKNOWN') return `No conversation found with session ID: ${values?.id}`;
  return isOutOfAnswers({ values }) ? `Reached maximum number of turns (${values?.value})` : undefined;
}

const isOutOfAnswers = (error: Pick<Problem, 'values'> | undefined): boolean => error?.values?.limit === 'answers';

function lookedFor(error: Problem, outcome: RunResult['outcome'] | undefined): string | undefined {
  const { limit, value } = error.values ?? {};
  if (outcome === 'error_max_turns' && value !== undefined) return `Reached maximum number of turns (${value}).`;
  if (outcome === 'error_limit' && value !== undefined && limit === 'US dollars') return `Reached maximum budget ($${value}).`;
  if (error.code === 'MODEL_KEY_MISSING' && outcome === 'error_model') return 'Not logged in.';
  const { status } = apiError(error);
  return outcome === 'error_model' && status !== null ? `API Error: ${status}.` : undefined;
}

function textOf(result: RunResult): string {
  const { outcome, text, structuredOutput } = result;
  if (outcome === 'error_model') return problemOf(result);
  if (outcome === 'blocked' || (outcome === 'stopped' && text === '')) return result.error?.message ?? text;
  return structuredOutput === undefined ? text : JSON.stringify(structuredOutput);
}
