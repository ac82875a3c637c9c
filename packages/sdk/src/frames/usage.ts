import type { Usage } from '@loadout/core';
import type { RunResult } from '@loadout/runner';
import type { ApiUsage, ModelUsage } from '../types/messages.js';

export const NO_USAGE: ApiUsage = {
  input_tokens: 0,
  output_tokens: 0,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
};

export const apiUsage = (usage: Usage): ApiUsage => ({
  ...NO_USAGE,
  ...usage,
  cache_creation_input_tokens: usage.cache_creation_input_tokens ?? 0,
  cache_read_input_tokens: usage.cache_read_input_tokens ?? 0,
});

export const sum = (a: ApiUsage, b: ApiUsage): ApiUsage => ({
  input_tokens: a.input_tokens + b.input_tokens,
  output_tokens: a.output_tokens + b.output_tokens,
  cache_creation_input_tokens: a.cache_creation_input_tokens + b.cache_creation_input_tokens,
  cache_read_input_tokens: a.cache_read_input_tokens + b.cache_read_input_tokens,
});

export interface ModelLimits {
  readonly contextWindow?: number | undefined;
  readonly maxOutputTokens?: number | undefined;
}

/** A price that is not known is said to be so: programs count on a number. Source: COST-01, COST-02. */
export function modelUsage(
  models: RunResult['models'],
  limitsOf: (model: string) => ModelLimits,
): Readonly<Record<string, ModelUsage>> {
  const entries = Object.entries(models).map(([model, { usage, costUsd }]): [string, ModelUsage] => [
    model,
    {
      inputTokens: usage.input_tokens,
      outputTokens: usage.output_tokens,
      cacheReadInputTokens: usage.cache_read_input_tokens ?? 0,
      cacheCreationInputTokens: usage.cache_creation_input_tokens ?? 0,
      webSearchRequests: 0,
      costUSD: costUsd ?? 0,
      contextWindow: limitsOf(model).contextWindow ?? 0,
      maxOutputTokens: limitsOf(model).maxOutputTokens ?? 0,
      ...(costUsd === null ? { costBasis: 'unknown' } : {}),
    },
  ]);
  return Object.fromEntries(entries);
}
