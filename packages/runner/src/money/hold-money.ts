import type { ModelPlan, ModelRequest, Usage } from '@loadout/core/model';
import {
  type BudgetKeeper,
  type Clock,
  type HeldRequest,
  type LimitsPlan,
  onAbort,
  type RequestBudgets,
} from '@loadout/core/run';
import { releasableSignal } from '@loadout/node';
import { errors } from '../report/errors.js';
import type { RequestPurpose } from '../report/events.js';
import { costOf } from '../report/usage.js';
import type { AgentBudget } from './agent-budget.js';
import { fixedTokens, type MeasuredTokens, type WorstCost, worstCost } from './worst-cost.js';

/** A run, as far as it spends money. */
export interface SpendingRun {
  readonly spec: { readonly limits: LimitsPlan; readonly name: string; readonly budgets: BudgetKeeper | undefined };
  readonly budget: AgentBudget;
  readonly agentId: string;
  readonly sessionId: string;
  readonly session: { readonly contextTokens: number };
  readonly parent?: SpendingRun | undefined;
  readonly clock: Clock;
  readonly emit: (event: { readonly type: 'notice' | 'waiting'; readonly message: string }) => void;
}

/** A request before it leaves. */
export interface Leaving {
  readonly purpose: RequestPurpose;
  readonly plan: ModelPlan;
  readonly request: ModelRequest;
  readonly signal: AbortSignal;
}

/** A request with the money that is held for it. */
interface HeldMoney {
  /** The request, with an answer that the money suffices for. */
  readonly request: ModelRequest;
  /** Replaces the money that was held by the cost. `undefined`: the answer did not begin, and costs nothing. Never throws. */
  readonly settle: (answer: { readonly usage: Usage | undefined } | undefined) => void;
}

/** The money that a request may spend: that of its agent and of those above it, and the budgets over time. */
interface RequestMoney {
  /** The agents that spend the money, the one that asks first. */
  readonly chain: readonly AgentBudget[];
  readonly limits: readonly { readonly budget: AgentBudget; readonly usd: number }[];
  readonly budgets: RequestBudgets | undefined;
}

/** A budget may be freed by another process, of which nobody tells. */
const POLL_MS = 100;

/**
 * Holds the highest plausible cost of a request against all limits in money and budgets that bind it. If the money does not
 * suffice for the longest answer, the request asks for a shorter one; while other requests hold money, it waits for them. A request
 * that nothing binds is only written down. Contract: throws LIMIT_REACHED, LIMIT_UNKNOWN, LIMIT_UNPRICED, BUDGET_REACHED,
 * BUDGET_NOT_HELD, BUDGET_UNPRICED, or the reason of the signal.
 */
export async function holdMoney(run: SpendingRun, leaving: Leaving): Promise<HeldMoney> {
  const money = moneyOf(run, leaving);
  const { limits, budgets } = money;
  const isLimited = limits.length > 0 || budgets?.first !== undefined;
  if (!isLimited && budgets === undefined) return { request: leaving.request, settle: () => {} };
  const { plan, request, signal } = leaving;
  const worst = plan.price === undefined ? undefined : worstCost(request, { plan, measured: measuredBy(run, leaving) });
  if (!isLimited) {
    // A request that nothing binds is written down.
    const most = worst === undefined ? null : worst.inputUsd + worst.output * worst.usdPerOutputToken;
    return heldMoney([], { request, plan, usd: 0, held: await budgets?.hold(most, signal) });
  }
  if (worst === undefined) throw unpriced(budgets, plan);
  for (let isWaiting = false; ; ) {
    signal.throwIfAborted();
    const fit = fitting(worst, { ...roomIn(money), isUnder: run.parent !== undefined });
    if (fit === 'never') throw refusal(money, { plan, worst });
    const held = 'later' in fit ? 'late' : await hold(money, { usd: fit.usd, signal });
    if ('usd' in fit && typeof held === 'object') {
      // A provider may refuse a length that its model does not have, so none is named for an answer that may be whole.
      const sent = fit.output === worst.output ? request : { ...request, maxOutputTokens: fit.output };
      return heldMoney(money.chain, { request: sent, plan, usd: fit.usd, held });
    }
    // The budgets say by now how much would fit, so that the next attempt need not wait.
    if (held === 'short') continue;
    const usd = 'later' in fit ? fit.later : fit.usd;
    const short = budgets?.shortOf(usd);
    if (short !== undefined && !isWaiting)
      run.emit({ type: 'waiting', message: `Waiting for money of the budget "${short.name}" that other requests hold.` });
    isWaiting = true;
    await change(money, { clock: run.clock, usd, signal });
  }
}

function moneyOf(run: SpendingRun, { purpose, plan }: Leaving): RequestMoney {
  const chain: SpendingRun[] = [];
  for (let one: SpendingRun | undefined = run; one !== undefined; one = one.parent) chain.push(one);
  const request = {
    session: run.sessionId,
    agents: chain.map(({ spec }) => spec.name).reverse(),
    path: chain
      .slice(0, -1)
      .map(({ agentId }) => agentId)
      .reverse(),
    provider: plan.provider,
    model: plan.id,
    purpose,
    tell: (message: string) => run.emit({ type: 'notice', message }),
  };
  return {
    chain: chain.map(({ budget }) => budget),
    limits: chain.flatMap(({ budget, spec: { limits } }) => (limits.usd === undefined ? [] : [{ budget, usd: limits.usd }])),
    budgets: run.spec.budgets?.bind(request),
  };
}

/** The size of `system` and `tools` in the last turn of an agent, by our estimate. */
const fixedBefore = new WeakMap<AgentBudget, number>();

/** Returns what the last turn's model counted of the conversation, for a request that repeats it. */
function measuredBy({ budget, session }: SpendingRun, { purpose, request }: Leaving): MeasuredTokens | undefined {
  if (purpose !== 'turn') return undefined;
  const fixed = fixedTokens(request);
  const before = fixedBefore.get(budget) ?? fixed;
  fixedBefore.set(budget, fixed);
  return session.contextTokens === 0 ? undefined : { tokens: session.contextTokens, fixed: before };
}

const costOfAnswer = (answer: { readonly usage: Usage | undefined } | undefined, { price }: ModelPlan): number | null =>
  answer === undefined ? 0 : costOf(answer.usage, price);

/** Returns the money in the tightest limit or budget. Throws LIMIT_UNKNOWN. */
function roomIn({ limits, budgets }: RequestMoney): { readonly left: number; readonly atMost: number } {
  let { left, atMost } = budgets?.room() ?? { left: Number.POSITIVE_INFINITY, atMost: Number.POSITIVE_INFINITY };
  for (const { budget, usd } of limits) {
    if (budget.spent === null) throw errors.LIMIT_UNKNOWN({ usd });
    left = Math.min(left, usd - budget.spent - budget.held);
    atMost = Math.min(atMost, usd - budget.spent);
  }
  return { left, atMost };
}

/** Holds the money of this process first, so that agents side by side do not ask the budgets for the same money. */
async function hold(
  { chain, budgets }: RequestMoney,
  { usd, signal }: { readonly usd: number; readonly signal: AbortSignal },
): Promise<HeldRequest | 'late' | 'short'> {
  for (const budget of chain) budget.hold(usd);
  let held: HeldRequest | 'late' | 'short' = 'late';
  try {
    held = (await budgets?.hold(usd, signal)) ?? { settle: () => {} };
  } finally {
    if (typeof held === 'string') for (const budget of chain) budget.settle(usd, 0);
  }
  return held;
}

interface Taken {
  readonly request: ModelRequest;
  readonly plan: ModelPlan;
  /** The money that the agents hold. */
  readonly usd: number;
  /** The note of the budgets. Absent: there are none, or the ledger cannot be written. */
  readonly held: HeldRequest | 'late' | 'short' | undefined;
}

const heldMoney = (chain: readonly AgentBudget[], { request, plan, usd, held }: Taken): HeldMoney => ({
  request,
  settle: (answer) => {
    const cost = costOfAnswer(answer, plan);
    for (const budget of chain) budget.settle(usd, cost);
    if (typeof held === 'object') held.settle({ usage: answer?.usage, usd: cost });
  },
});

/** Returns the error about the first limit or budget that does not suffice for a short answer. */
function refusal(
  { limits, budgets }: RequestMoney,
  { plan, worst }: { readonly plan: ModelPlan; readonly worst: WorstCost },
): Error {
  const next = worst.inputUsd + worst.least * worst.usdPerOutputToken;
  for (const { budget, usd } of limits)
    if (usd - (budget.spent ?? 0) < next)
      return errors.LIMIT_REACHED({ limit: 'US dollars', value: usd, spent: budget.spent ?? 0, next, model: plan.id });
  return budgets?.refusal(next) ?? new Error('No limit binds the request.');
}

function unpriced(budgets: RequestBudgets | undefined, { id: model, position }: ModelPlan): Error {
  const budget = budgets?.first;
  if (budget === undefined) return errors.LIMIT_UNPRICED({ model }, { position });
  return errors.BUDGET_UNPRICED({ name: budget.name, model }, { position: budget.position });
}

interface Waiting {
  readonly clock: Clock;
  /** The money that the request waits for. */
  readonly usd: number;
  readonly signal: AbortSignal;
}

/** Waits until money that others hold may be free. */
async function change({ limits, budgets }: RequestMoney, { clock, usd, signal }: Waiting): Promise<void> {
  const over = releasableSignal(signal);
  const freed = limits.filter(({ budget }) => budget.held > 0).map(({ budget }) => budget.settled());
  const changed = budgets?.changed(usd, over.signal);
  const isTold = changed !== undefined || (budgets?.first === undefined && freed.length > 0);
  const woken = new Promise<void>((resolve) => {
    const cancel = isTold ? () => {} : clock.after(POLL_MS, resolve);
    onAbort(over.signal, () => {
      cancel();
      resolve();
    });
  });
  try {
    await Promise.race([woken, ...freed, ...(changed === undefined ? [] : [changed])]);
  } finally {
    over.abort();
    over.release();
    // A wait that is given up rejects when nobody listens any more.
    changed?.catch(() => {});
  }
}

/** Tokens of an answer for which a request waits while others hold money, instead of asking for a shorter answer. */
const ENOUGH_OUTPUT = 8_000;

/** The length of an answer, and the highest plausible cost of its request. */
interface Fit {
  readonly output: number;
  readonly usd: number;
}

/** The money for which a request waits, because others hold it and may free it. */
interface Later {
  readonly later: number;
}

interface Room {
  /** US dollars that are neither spent nor held. */
  readonly left: number;
  /** US dollars that would be left if the requests under way cost nothing. */
  readonly atMost: number;
  /** Whether the agent may have others beside it. */
  readonly isUnder: boolean;
}

/**
 * Returns the longest answer that the money suffices for, or the money to wait for. `never`: the money does not suffice for a
 * short answer.
 */
export function fitting(worst: WorstCost, { left, atMost, isUnder }: Room): Fit | Later | 'never' {
  const { inputUsd, usdPerOutputToken, output, least } = worst;
  const usdOf = (tokens: number) => inputUsd + tokens * usdPerOutputToken;
  const longest = usdOf(output);
  // A model that costs nothing needs no money, even where others have used up the budget.
  if (longest === 0 || longest <= left) return { output, usd: longest };
  if (usdOf(least) > atMost) return 'never';
  const tokensFor = (usd: number) => Math.min(output, Math.floor((usd - inputUsd) / usdPerOutputToken));
  const enough = Math.max(least, Math.min(ENOUGH_OUTPUT, tokensFor(atMost)));
  if (usdOf(least) > left || (atMost > left && usdOf(enough) > left)) return { later: usdOf(enough) };
  // An agent beside others leaves them half of the money, as long as its own answer is long enough.
  const tokens = Math.max(least, tokensFor(isUnder ? Math.max(left / 2, Math.min(left, usdOf(enough))) : left));
  return { output: tokens, usd: usdOf(tokens) };
}
