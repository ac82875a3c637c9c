import type { Usage } from '@loadout/core/model';
import type { RunResult } from '@loadout/runner';
import { mostOutputOf } from '../models.js';
import type { ApiUsage, ModelUsage } from '../types/usage.js';

const NO_TOKENS = { input_tokens: 0, output_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };

/** The usage with all fields present. Programs read the fields below `server_tool_use` and others without a check (LOOP-23). */
export const NO_USAGE: ApiUsage = {
  ...NO_TOKENS,
  output_tokens_details: { thinking_tokens: 0 },
  server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 },
  service_tier: 'standard',
  cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
  inference_geo: '',
  iterations: [],
  speed: 'standard',
  fallback_credit: null,
};

/** The usage as the API sent it. */
export const apiUsage = (usage: Usage): Usage => ({ ...NO_TOKENS, ...usage });

export function sum(before: ApiUsage, more: Usage | undefined): ApiUsage {
  if (more === undefined) return before;
  const { server_tool_use: tools = {}, cache_creation: cached = {}, output_tokens_details: details = {} } = more;
  const creation = more.cache_creation_input_tokens ?? 0;
  const { ephemeral_1h_input_tokens: hour = 0, ephemeral_5m_input_tokens: minutes = creation - hour } = cached;
  return {
    ...before,
    input_tokens: before.input_tokens + more.input_tokens,
    output_tokens: before.output_tokens + more.output_tokens,
    cache_creation_input_tokens: before.cache_creation_input_tokens + creation,
    cache_read_input_tokens: before.cache_read_input_tokens + (more.cache_read_input_tokens ?? 0),
    output_tokens_details: { thinking_tokens: before.output_tokens_details.thinking_tokens + (details.thinking_tokens ?? 0) },
    server_tool_use: {
      web_search_requests: before.server_tool_use.web_search_requests + (tools.web_search_requests ?? 0),
      web_fetch_requests: before.server_tool_use.web_fetch_requests + (tools.web_fetch_requests ?? 0),
    },
    service_tier: more.service_tier ?? before.service_tier,
    cache_creation: {
      ephemeral_5m_input_tokens: before.cache_creation.ephemeral_5m_input_tokens + minutes,
      ephemeral_1h_input_tokens: before.cache_creation.ephemeral_1h_input_tokens + hour,
    },
  };
}

export interface ModelLimits {
  readonly contextWindow?: number | undefined;
  readonly maxOutputTokens?: number | undefined;
}

/**
 * The usage by model. An unknown price is marked as such and counts as 0, because programs expect a number (COST-01, COST-02).
 */
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
      webSearchRequests: usage.server_tool_use?.web_search_requests ?? 0,
      costUSD: costUsd ?? 0,
      contextWindow: limitsOf(model).contextWindow ?? 0,
      maxOutputTokens: limitsOf(model).maxOutputTokens ?? mostOutputOf(model) ?? 0,
      thinkingTokens: usage.output_tokens_details?.thinking_tokens ?? 0,
      ...ephemeral(usage),
      canonicalModel: model,
      provider: 'firstParty',
      costBasis: costUsd === null ? 'unknown' : 'list',
    },
  ]);
  return Object.fromEntries(entries);
}

/** Returns the usage of each model that has answered since the earlier result. */
export function usedSince(before: RunResult['models'], now: RunResult['models']): RunResult['models'] {
  const changed = Object.entries(now).filter(([model, used]) => before[model] !== used);
  return Object.fromEntries(changed.map(([model, used]) => [model, difference(before[model], used)]));
}

type Used = RunResult['models'][string];

function difference(before: Used | undefined, now: Used): Used {
  if (before === undefined) return now;
  const of = (read: (usage: Usage) => number | undefined) => (read(now.usage) ?? 0) - (read(before.usage) ?? 0);
  const [cost, earlier] = [now.costUsd, before.costUsd];
  return {
    usage: {
      input_tokens: of((one) => one.input_tokens),
      output_tokens: of((one) => one.output_tokens),
      cache_creation_input_tokens: of((one) => one.cache_creation_input_tokens),
      cache_read_input_tokens: of((one) => one.cache_read_input_tokens),
      server_tool_use: { web_search_requests: of((one) => one.server_tool_use?.web_search_requests) },
      output_tokens_details: { thinking_tokens: of((one) => one.output_tokens_details?.thinking_tokens) },
    },
    costUsd: cost === null || earlier === null ? null : cost - earlier,
  };
}

function ephemeral({ cache_creation_input_tokens: all, cache_creation: parts = {} }: Usage) {
  const { ephemeral_1h_input_tokens: hour = 0, ephemeral_5m_input_tokens: minutes = (all ?? 0) - hour } = parts;
  return { cacheCreationEphemeral5mInputTokens: minutes, cacheCreationEphemeral1hInputTokens: hour };
}
