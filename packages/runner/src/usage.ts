import type { ModelPlan, Usage } from '@loadout/core';

/** What a run has used so far. */
export interface Totals {
  readonly usage: Usage;
  /** `null` once a turn was used whose price is not known: never zero in its place (COST-02). */
  readonly costUsd: number | null;
}

export const NOTHING_USED: Totals = { usage: { input_tokens: 0, output_tokens: 0 }, costUsd: 0 };

export function addUsage(totals: Totals, usage: Usage, price: ModelPlan['price']): Totals {
  return {
    usage: {
      input_tokens: totals.usage.input_tokens + usage.input_tokens,
      output_tokens: totals.usage.output_tokens + usage.output_tokens,
      cache_creation_input_tokens: (totals.usage.cache_creation_input_tokens ?? 0) + (usage.cache_creation_input_tokens ?? 0),
      cache_read_input_tokens: (totals.usage.cache_read_input_tokens ?? 0) + (usage.cache_read_input_tokens ?? 0),
    },
    costUsd: price === undefined || totals.costUsd === null ? null : totals.costUsd + costOf(usage, price),
  };
}

/** What is in the window after a turn: all that was sent, from the cache or not, and what came back. */
export const contextTokens = (usage: Usage): number =>
  usage.input_tokens + usage.output_tokens + (usage.cache_creation_input_tokens ?? 0) + (usage.cache_read_input_tokens ?? 0);

/** A five-minute cache write costs 1.25 times an input token, a read a tenth, unless the price says otherwise. */
function costOf(usage: Usage, price: NonNullable<ModelPlan['price']>): number {
  const perToken =
    usage.input_tokens * price.input +
    usage.output_tokens * price.output +
    (usage.cache_creation_input_tokens ?? 0) * (price.cacheWrite ?? price.input * 1.25) +
    (usage.cache_read_input_tokens ?? 0) * (price.cacheRead ?? price.input * 0.1);
  return perToken / 1_000_000;
}
