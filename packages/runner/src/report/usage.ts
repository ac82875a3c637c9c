import type { ModelPlan, Usage } from '@loadout/core/model';
import { type LimitsPlan, onAbort } from '@loadout/core/run';
import type { Used } from '@loadout/sessions';
import { errors } from './errors.js';

/** The usage of a run so far: its turns, summaries, answers of the small model, and the agents under it. Source: COST-01. */
export interface Totals extends Used {
  /** By the provider's own name for the model. */
  readonly models: Readonly<Record<string, Used>>;
}

const NOTHING: Used = { usage: { input_tokens: 0, output_tokens: 0 }, costUsd: 0 };
export const NOTHING_USED: Totals = { ...NOTHING, models: {} };

/** Adds the usage of one answer. Usage that a provider does not report makes the cost unknown; reported tokens still add up. */
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

/** Returns the sums of rare details; a detail is absent until an answer has it. */
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

/**
 * Returns the cost of an answer. A cache write costs 1.25 times an input token, for an hour twice, a cache read a tenth, unless
 * the price has other values. `null` also for a sum that is no cost: tokens or a price below zero would be a credit. Source: COST-02.
 */
export function costOf(usage: Usage | undefined, price: ModelPlan['price']): number | null {
  if (price === undefined || usage === undefined) return null;
  const [written = 0, read = 0] = [usage.cache_creation_input_tokens, usage.cache_read_input_tokens];
  const isLong = price.long !== undefined && usage.input_tokens + written + read > price.long.over;
  const { input, output } = isLong ? price.long : price;
  // The cache prices of a long prompt rise as the price of its input does.
  const rise = price.input === 0 ? 1 : input / price.input;
  const [cacheWrite, cacheRead] = [price.cacheWrite, price.cacheRead].map((one) => (one === undefined ? undefined : one * rise));
  const hour = usage.cache_creation?.ephemeral_1h_input_tokens ?? 0;
  const perToken =
    usage.input_tokens * input +
    usage.output_tokens * output +
    (written - hour) * (cacheWrite ?? input * 1.25) +
    hour * (cacheWrite ?? input * 2) +
    read * (cacheRead ?? input * 0.1);
  return perToken >= 0 ? perToken / 1_000_000 : null;
}

/** Divides a content into its text as JSON and its pictures, whose cost depends on their pixels, not on their bytes. */
export function withoutPictures(content: unknown): { readonly text: string; readonly pictures: number } {
  const text = JSON.stringify(content);
  if (!text.includes('"image"')) return { text, pictures: 0 };
  let pictures = 0;
  const rest = JSON.stringify(content, (_, value: unknown) => {
    if (!isPicture(value)) return value;
    pictures += 1;
    return undefined;
  });
  return { text: rest, pictures };
}

const isPicture = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'image' && 'source' in value;

/** A run, as far as its limit on calls goes. */
interface LimitedCalls {
  readonly spec: { readonly limits: LimitsPlan };
  readonly counts: {
    readonly earlier: { readonly toolCalls: number };
    readonly toolCalls: number;
    openCalls: number;
    keptCalls: number;
  };
  readonly parent?: LimitedCalls | undefined;
}

/** A run, as far as its budgets go. */
interface Spending {
  readonly spec: { readonly limits: LimitsPlan };
  /** The money of the agent over all runs of its session. */
  readonly budget: { readonly spent: number | null };
  readonly counts: {
    readonly earlier: { readonly answers: number };
    totals: Totals;
    readonly turns: number;
  };
  readonly parent?: Spending | undefined;
}

/** Adds the usage of one answer to an agent and to all agents above it: the whole tree shares a budget. */
export function spend(run: Spending, { usage, model }: { readonly usage: Usage | undefined; readonly model: ModelPlan }): void {
  for (let one: Spending | undefined = run; one !== undefined; one = one.parent)
    one.counts.totals = addUsage(one.counts.totals, usage, model);
}

/** Returns the reason to make no other request: the money is spent, or the sum is unknown. Source: LOOP-19. */
export function moneyUsedUp(run: Spending): Error | undefined {
  for (let one: Spending | undefined = run; one !== undefined; one = one.parent) {
    const { usd } = one.spec.limits;
    if (usd === undefined) continue;
    const { spent } = one.budget;
    if (spent === null) return errors.LIMIT_UNKNOWN({ usd });
    if (spent >= usd) return errors.LIMIT_REACHED({ limit: 'US dollars', value: usd, spent });
  }
  return undefined;
}

/** Returns the reason to ask the model for no other answer to this prompt. Source: W18. */
export function answersUsedUp({ spec, counts }: Spending): Error | undefined {
  const { answers } = spec.limits;
  if (answers === undefined || counts.earlier.answers + counts.turns < answers) return undefined;
  return errors.LIMIT_REACHED({ limit: 'answers', value: answers });
}

/** Returns the reason to run no other call: the tree has made as many calls as one of its agents may, with those under way. */
export function callsUsedUp(run: LimitedCalls): Error | undefined {
  for (let one: LimitedCalls | undefined = run; one !== undefined; one = one.parent) {
    const { toolCalls } = one.spec.limits;
    if (toolCalls !== undefined && callsOf(one.counts) >= toolCalls)
      return errors.LIMIT_REACHED({ limit: 'tool calls', value: toolCalls });
  }
  return undefined;
}

const callsOf = ({ earlier, toolCalls, openCalls, keptCalls }: LimitedCalls['counts']) =>
  earlier.toolCalls + toolCalls + openCalls + keptCalls;

/** A place for a call in the limits of its agent and of all agents above. */
interface HeldCall {
  /** The reason that the call may not run: an agent has no place left. */
  readonly refused?: string | undefined;
  /** Gives the place back when the call has ended. It counts as an ended call by then. */
  release(): void;
  /**
   * Keeps the place for a deferred call, which takes a place again when the session is resumed. If `signal` aborts before, the call
   * is given up with its message, and so is its place.
   */
  keep(signal: AbortSignal): void;
}

/** The place of a call that may not run. */
export const noPlace = (refused: string): HeldCall => ({ refused, release: () => {}, keep: () => {} });

/** Takes a place for a call before it runs: the calls of one message, and of agents side by side, share a limit. */
export function holdCall(run: LimitedCalls): HeldCall {
  const refused = callsUsedUp(run)?.message;
  if (refused !== undefined) return noPlace(refused);
  // A run above may be at its next prompt when the call of an agent in the background ends.
  const inTree = () => {
    const all: LimitedCalls['counts'][] = [];
    for (let one: LimitedCalls | undefined = run; one !== undefined; one = one.parent) all.push(one.counts);
    return all;
  };
  for (const counts of inTree()) counts.openCalls += 1;
  const release = () => {
    for (const counts of inTree()) counts.openCalls -= 1;
  };
  const keep = (signal: AbortSignal) => {
    release();
    const kept = inTree();
    for (const counts of kept) counts.keptCalls += 1;
    onAbort(signal, () => {
      for (const counts of kept) counts.keptCalls -= 1;
    });
  };
  return { release, keep };
}
