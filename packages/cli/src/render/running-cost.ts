import type { ModelPlan, Usage } from '@loadout/core';

/** For the status line only; what the run cost in the end is in its result. */
export function costSoFar(usage: Usage, price: NonNullable<ModelPlan['price']>): number {
  return (
    (usage.input_tokens * price.input +
      usage.output_tokens * price.output +
      (usage.cache_creation_input_tokens ?? 0) * (price.cacheWrite ?? price.input * 1.25) +
      (usage.cache_read_input_tokens ?? 0) * (price.cacheRead ?? price.input * 0.1)) /
    1_000_000
  );
}
