import type { ModelPlan } from '@loadout/core/model';

/** Facts about a model of Claude. `output` is the length of its longest answer. */
export interface KnownModel {
  readonly window: number;
  readonly output: number;
  readonly price: NonNullable<ModelPlan['price']>;
}

const long = (price: KnownModel['price']): KnownModel => ({ window: 1_000_000, output: 128_000, price });
const usual = (price: KnownModel['price']): KnownModel => ({ window: 200_000, output: 32_000, price });

/** Models by the beginning of their names, in US dollars per million tokens, as Claude Code 2.1.330 lists them (COST-03). */
const MODELS: Readonly<Record<string, KnownModel>> = {
  'claude-opus-5-5': long({ input: 4, output: 20 }),
  'claude-fable-5-2': long({ input: 8, output: 40 }),
  'claude-sonnet-5-5': long({ input: 2, output: 10 }),
  'claude-haiku-5-5': long({ input: 0.1, output: 0.5, long: { over: 100_000, input: 0.5, output: 2.5 } }),
  'claude-opus-4-8': long({ input: 5, output: 25 }),
  'claude-opus-4-7': long({ input: 5, output: 25 }),
  'claude-opus-4-6': long({ input: 5, output: 25 }),
  'claude-sonnet-4-6': long({ input: 3, output: 15 }),
  'claude-sonnet-4-5': usual({ input: 3, output: 15 }),
  'claude-opus-4-5': usual({ input: 5, output: 25 }),
  'claude-opus-4-1': usual({ input: 15, output: 75 }),
  'claude-opus-4': usual({ input: 15, output: 75 }),
  'claude-sonnet-4': usual({ input: 3, output: 15 }),
  'claude-haiku-4-5': usual({ input: 1, output: 5 }),
  'claude-3-7-sonnet': usual({ input: 3, output: 15 }),
  'claude-3-5-sonnet': usual({ input: 3, output: 15 }),
  'claude-3-5-haiku': usual({ input: 0.8, output: 4 }),
  'claude-3-opus': usual({ input: 15, output: 75 }),
  'claude-3-haiku': usual({ input: 0.25, output: 1.25 }),
};

/** The model's own name: without a prefix that ends in `/` or `.`, such as `us.anthropic.`. */
const ownName = (id: string): string => /(?:^|[/.])(claude-[^/]*)$/.exec(id)?.[1] ?? id;

/** Returns the entry with the longest name that begins the name of the model. */
export function longestName<T>(id: string, entries: Readonly<Record<string, T>>): T | undefined {
  const name = longestOf(id, Object.keys(entries));
  return name === undefined ? undefined : entries[name];
}

const longestOf = (id: string, names: readonly string[]): string | undefined =>
  names.filter((one) => id.startsWith(one) || ownName(id).startsWith(one)).sort((a, b) => b.length - a.length)[0];

/** The rest of the name of a later model, as in `claude-opus-4-9` after `claude-opus-4`. A date has more digits. */
const LATER_NUMBER = /^(?:\d|[-.]\d{1,2}(?!\d))/;

/** Returns the facts about a model of Claude. A model with a later number than the known ones may cost anything. */
export function knownModel(id: string): KnownModel | undefined {
  const name = longestOf(id, Object.keys(MODELS));
  return name === undefined || LATER_NUMBER.test(ownName(id).slice(name.length)) ? undefined : MODELS[name];
}

/** Adds the known price and window of a model that the plan gives none. Source: G13. */
export function withKnownFacts(plan: ModelPlan): ModelPlan {
  const known = knownModel(plan.id);
  if (known === undefined || (plan.price !== undefined && plan.contextWindow !== undefined)) return plan;
  return { ...plan, price: plan.price ?? known.price, contextWindow: plan.contextWindow ?? known.window };
}

/** Gives a model that no table prices the price of its plan for that case. */
export const withPrice = (plan: ModelPlan): ModelPlan =>
  plan.price === undefined && plan.priceIfUnknown !== undefined ? { ...plan, price: plan.priceIfUnknown } : plan;
