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

/** Usage that a provider does not report makes the cost unknown; the tokens that were reported still add up. */
export function addUsage(totals: Totals, usage: Usage | undefined, { id, price }: Pick<ModelPlan, 'id' | 'price'>): Totals {
  const before = Object.hasOwn(totals.models, id) ? totals.models[id] : undefined;
  return {
    ...added(totals, usage, price),
    models: { ...totals.models, [id]: added(before ?? NOTHING, usage, price) },
  };
}

function added(before: Used, usage: Usage | undefined, price: ModelPlan['price']): Used {
  if (usage === undefined) return { ...before, costUsd: null };
  const cost = costOf(usage, price);
  return {
    usage: {
      input_tokens: before.usage.input_tokens + usage.input_tokens,
      output_tokens: before.usage.output_tokens + usage.output_tokens,
      cache_creation_input_tokens: (before.usage.cache_creation_input_tokens ?? 0) + (usage.cache_creation_input_tokens ?? 0),
      cache_read_input_tokens: (before.usage.cache_read_input_tokens ?? 0) + (usage.cache_read_input_tokens ?? 0),
      ...seldom(before.usage, usage),
    },
    costUsd: cost === null || before.costUsd === null ? null : before.costUsd + cost,
  };
}

/** What few answers have, and is only there once one had it. */
function seldom(before: Usage, usage: Usage): Pick<Usage, 'server_tool_use' | 'output_tokens_details'> {
  const searches = (one: Usage) => one.server_tool_use?.web_search_requests ?? 0;
  const fetches = (one: Usage) => one.server_tool_use?.web_fetch_requests ?? 0;
  const thought = (one: Usage) => one.output_tokens_details?.thinking_tokens ?? 0;
  const hasTools = before.server_tool_use !== undefined || usage.server_tool_use !== undefined;
  const hasDetails = before.output_tokens_details !== undefined || usage.output_tokens_details !== undefined;
  return {
    ...(hasTools
      ? {
          server_tool_use: {
            web_search_requests: searches(before) + searches(usage),
            web_fetch_requests: fetches(before) + fetches(usage),
          },
        }
      : {}),
    ...(hasDetails ? { output_tokens_details: { thinking_tokens: thought(before) + thought(usage) } } : {}),
  };
}

/** What is in the window after a turn: all that was sent, from the cache or not, and what came back. */
export const contextTokens = (usage: Usage): number =>
  usage.input_tokens + usage.output_tokens + (usage.cache_creation_input_tokens ?? 0) + (usage.cache_read_input_tokens ?? 0);

/** A cache write costs 1.25 times an input token, for an hour twice, a read a tenth, unless the price says otherwise. Source: COST-02. */
export function costOf(usage: Usage | undefined, price: ModelPlan['price']): number | null {
  if (price === undefined || usage === undefined) return null;
  const [written = 0, read = 0] = [usage.cache_creation_input_tokens, usage.cache_read_input_tokens];
  const isLong = price.long !== undefined && usage.input_tokens + written + read > price.long.over;
  const { input, output } = isLong ? price.long : price;
  const hour = usage.cache_creation?.ephemeral_1h_input_tokens ?? 0;
  const perToken =
    usage.input_tokens * input +
    usage.output_tokens * output +
    (written - hour) * (price.cacheWrite ?? input * 1.25) +
    hour * (price.cacheWrite ?? input * 2) +
    read * (price.cacheRead ?? input * 0.1);
  return perToken / 1_000_000;
}
