import type { Position } from '@loadout/core';
import type { Usage } from '@loadout/core/model';
import { ruleText, type SettledCall } from '@loadout/core/run';
import type { RunResult } from '@loadout/runner';
import type { Attributes } from './attributes.js';
import type { Of } from './listener.js';
import { ATTRIBUTE as A } from './names.js';

/** `file:line:column`. */
export const placeText = (position: Position | undefined): string | undefined =>
  position === undefined ? undefined : `${position.file}:${position.line}:${position.column}`;

/** The short name of a call's failure. */
export const errorOf = ({ outcome, code }: SettledCall): string | undefined =>
  outcome === 'done' ? undefined : (code ?? outcome);

/** The input tokens, which include those of the cache by the conventions. */
export const inputTokens = (usage: Usage): number =>
  usage.input_tokens + (usage.cache_read_input_tokens ?? 0) + (usage.cache_creation_input_tokens ?? 0);

export function usageAttributes(usage: Usage | undefined): Attributes {
  if (usage === undefined) return {};
  return {
    [A.inputTokens]: inputTokens(usage),
    [A.outputTokens]: usage.output_tokens,
    [A.cacheRead]: usage.cache_read_input_tokens || undefined,
    [A.cacheWrite]: usage.cache_creation_input_tokens || undefined,
  };
}

export const resultAttributes = ({ outcome, usage, costUsd }: RunResult): Attributes => ({
  [A.outcome]: outcome,
  [A.inputTokens]: inputTokens(usage),
  [A.outputTokens]: usage.output_tokens,
  [A.cost]: costUsd ?? undefined,
});

export const denialOf = ({ rule, deniedBy }: SettledCall): Attributes => ({
  [A.decision]: 'deny',
  [A.rule]: rule === undefined ? undefined : ruleText(rule),
  [A.source]: placeText(rule?.position) ?? deniedBy,
});

export const hookAttributes = ({ event, name, outcome, position }: Of<'hook'>): Attributes => ({
  [A.hookEvent]: event,
  [A.hookName]: name,
  [A.hookOutcome]: outcome,
  [A.hookSource]: placeText(position),
});

/** A decision in Claude Code's words. */
export const decisionOf = (decision: 'accept' | 'reject', by: 'hook' | 'person' | undefined): Attributes => ({
  decision,
  source: by === 'hook' ? 'hook' : by === undefined ? 'config' : decision === 'accept' ? 'user_temporary' : 'user_reject',
});
