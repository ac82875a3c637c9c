import type { ModelPlan, Usage } from '@loadout/core';

/** What was asked of one model, or of all together. */
export interface Used {
  readonly usage: Usage;
  /** `null` once a turn was used whose price is not known: never zero in its place (COST-02). */
  readonly costUsd: number | null;
}

/** What a run has used so far: its turns, summaries, what the small model answered, and the agents under it. Source: COST-01. */
export interface Totals extends Used {
  /** By the provider's own name for the model. */
  readonly models: Readonly<Record<string, Used>>;
}

const NOTHING: Used = { usage: { input_tokens: 0, output_tokens: 0 }, costUsd: 0 };
export const NOTHING_USED: Totals = { ...NOTHING, models: {} };

export function addUsage(totals: Totals, usage: Usage, { id, price }: Pick<ModelPlan, 'id' | 'price'>): Totals {
  const before = Object.hasOwn(totals.models, id) ? totals.models[id] : undefined;
  return {
    ...added(totals, usage, price),
    models: { ...totals.models, [id]: added(before ?? NOTHING, usage, price) },
  };
}

function added(before: Used, usage: Usage, price: ModelPlan['price']): Used {
  const cost = costOf(usage, price);
  return {
    usage: {
      input_tokens: before.usage.input_tokens + usage.input_tokens,
      output_tokens: before.usage.output_tokens + usage.output_tokens,
      cache_creation_input_tokens: (before.usage.cache_creation_input_tokens ?? 0) + (usage.cache_creation_input_tokens ?? 0),
      cache_read_input_tokens: (before.usage.cache_read_input_tokens ?? 0) + (usage.cache_read_input_tokens ?? 0),
    },
    costUsd: cost === null || before.costUsd === null ? null : before.costUsd + cost,
  };
}

/** What is in the window after a turn: all that was sent, from the cache or not, and what came back. */
export const contextTokens = (usage: Usage): number =>
  usage.input_tokens + usage.output_tokens + (usage.cache_creation_input_tokens ?? 0) + (usage.cache_read_input_tokens ?? 0);

/** A five-minute cache write costs 1.25 times an input token, a read a tenth, unless the price says otherwise. */
export function costOf(usage: Usage, price: ModelPlan['price']): number | null {
  if (price === undefined) return null;
  const perToken =
    usage.input_tokens * price.input +
    usage.output_tokens * price.output +
    (usage.cache_creation_input_tokens ?? 0) * (price.cacheWrite ?? price.input * 1.25) +
    (usage.cache_read_input_tokens ?? 0) * (price.cacheRead ?? price.input * 0.1);
  return perToken / 1_000_000;
}
