import type { RunInit, RunResult } from '@loadout/runner';
import { cost, count, duration, plural } from './numbers.js';
import { outcomeWord } from './outcome-word.js';
import { oneLine } from './printable.js';

/** `done: 2 turns, 3 tool calls, 1.2 s`. */
export const shortSummary = ({ outcome, turns, toolCalls, durationMs }: RunResult): string =>
  `${outcomeWord(outcome)}: ${plural(turns, 'turn')}, ${plural(toolCalls, 'tool call')}, ${duration(durationMs)}`;

/** The agent, its model and its mode. */
export function initLine({ agent, model, permissionMode, source }: RunInit): string {
  const why = model.why === undefined ? '' : ` (${model.why})`;
  const how = source === 'startup' ? [] : [source === 'fork' ? 'a copy of a session' : 'resumed'];
  const parts = [`agent: ${agent}`, `model: ${model.provider}/${model.id}${why}`, `mode: ${permissionMode}`, ...how];
  return oneLine(parts.join(' · '), 1_000);
}

/** The summary of one prompt of a conversation: the calls of the prompt, and the cost of the whole conversation so far. */
export function promptSummary({ outcome, turns, calls, denials, costUsd, durationMs }: RunResult): string {
  const parts = [
    turns === 0 ? '' : plural(turns, 'turn'),
    turns === 0 ? '' : plural(calls.length, 'tool call'),
    denials.length > 0 ? `${denials.length} denied` : '',
    duration(durationMs),
    costUsd === 0 ? '' : `${cost(costUsd)}${costUsd === null ? '' : ' so far'}`,
  ];
  return `${outcomeWord(outcome)}: ${parts.filter((part) => part !== '').join(', ')}`;
}

/** The cost, empty for none, or the models whose cost is unknown. */
function costOf({ costUsd, models }: Pick<RunResult, 'costUsd' | 'models'>): string {
  const unknown = Object.entries(models).flatMap(([id, used]) => (used.costUsd === null ? [id] : []));
  if (costUsd === 0) return '';
  if (costUsd !== null || unknown.length === 0) return cost(costUsd);
  return `${cost(null)} (give the model ${oneLine(unknown.join(', '), 400)} a price: { input, output })`;
}

/** `done: 4 turns, 7 tool calls, 1 denied, 1,234 in / 210 out tokens, cost unknown, 1.2 s, session …`. */
export function summary(result: RunResult): string {
  const { usage } = result;
  const read = usage.cache_read_input_tokens ?? 0;
  const sent = usage.input_tokens + (usage.cache_creation_input_tokens ?? 0) + read;
  const parts = [
    plural(result.turns, 'turn'),
    plural(result.toolCalls, 'tool call'),
    result.denials.length > 0 ? `${result.denials.length} denied` : '',
    result.spilled > 0 ? `${result.spilled} saved to a file` : '',
    `${count(sent)} in${read > 0 ? ` (${count(read)} from the cache)` : ''} / ${count(usage.output_tokens)} out tokens`,
    costOf(result),
    duration(result.durationMs),
    `session ${result.sessionId}`,
  ];
  return `${outcomeWord(result.outcome)}: ${parts.filter((part) => part !== '').join(', ')}`;
}
