export interface ApiUsage {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cache_creation_input_tokens: number;
  readonly cache_read_input_tokens: number;
  readonly output_tokens_details: { readonly thinking_tokens: number };
  readonly server_tool_use: { readonly web_search_requests: number; readonly web_fetch_requests: number };
  readonly service_tier: string;
  readonly cache_creation: { readonly ephemeral_5m_input_tokens: number; readonly ephemeral_1h_input_tokens: number };
  readonly inference_geo: string;
  readonly iterations: readonly unknown[];
  readonly speed: string;
  readonly fallback_credit: null;
}

export interface ModelUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadInputTokens: number;
  readonly cacheCreationInputTokens: number;
  readonly webSearchRequests: number;
  readonly costUSD: number;
  readonly contextWindow: number;
  readonly maxOutputTokens: number;
  readonly thinkingTokens: number;
  readonly cacheCreationEphemeral5mInputTokens: number;
  readonly cacheCreationEphemeral1hInputTokens: number;
  readonly canonicalModel: string;
  readonly provider: string;
  /** `unknown`: the price is not known, so `costUSD` is 0. */
  readonly costBasis: 'list' | 'unknown';
}

/** The agents of a query so far. `refused` agents were not started. */
export interface SubagentCounts {
  readonly spawned: number;
  /** The wishes of the calls that started them. */
  readonly requested: { readonly background: number; readonly foreground: number; readonly unset: number };
  readonly started_in_background: number;
  readonly max_depth: number;
  readonly spawned_by_subagents: number;
  readonly completed: number;
  readonly failed: number;
  readonly killed: { readonly parent: number; readonly user: number; readonly system: number };
  readonly refused: { readonly depth_limit: number; readonly concurrency_limit: number; readonly budget: number };
  readonly by_type: Readonly<Record<string, number>>;
}
