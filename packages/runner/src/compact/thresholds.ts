import type { CompactionPlan } from '@loadout/core';

/** Kept free for the answer. Source: COMPACT-01. */
const OUTPUT_RESERVE = 20_000;
const AT = 0.8;
/** The newest messages stay as they are: at least this much of them, and never more than that. Source: COMPACT-04. */
const KEEP_TOKENS = 10_000;
const KEEP_AT_MOST = 40_000;

export interface Thresholds {
  /** Tokens at which the conversation is made shorter. Unknown when the window is: then only the provider's refusal tells. */
  readonly trigger: number | undefined;
  readonly keep: { readonly atLeast: number; readonly atMost: number };
}

/** In a small window the reserve is a quarter of it, and what is kept half of what triggers: or the next turn would trigger again. */
export function thresholdsOf(plan: CompactionPlan, contextWindow: number | undefined): Thresholds {
  const trigger =
    contextWindow === undefined ? undefined : (plan.at ?? AT) * (contextWindow - Math.min(OUTPUT_RESERVE, contextWindow / 4));
  const wished = plan.keepTokens ?? KEEP_TOKENS;
  const atMost = Math.min(Math.max(KEEP_AT_MOST, wished), (trigger ?? Number.POSITIVE_INFINITY) / 2);
  return { trigger, keep: { atLeast: Math.min(wished, atMost), atMost } };
}
