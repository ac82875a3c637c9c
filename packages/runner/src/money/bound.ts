import type { ModelPlan } from '@loadout/core';
import { errors } from '../report/errors.js';
import type { BudgetPot } from './budget-pot.js';
import { chainOf, namesOf, type Payer } from './payer.js';
import type { Purse } from './purse.js';
import type { SharedPots } from './shared-pots.js';
import type { WorstCost } from './worst-cost.js';

/** A budget may be freed by another process, of which nobody tells. */
const POLL_MS = 100;

/** The limits and budgets that bind a request. */
export interface Bound {
  readonly purses: readonly { readonly purse: Purse; readonly usd: number }[];
  /** The budgets of this machine. */
  readonly pots: readonly BudgetPot[];
  /** The budgets of many machines. */
  readonly shared: SharedPots | undefined;
  readonly all: readonly Purse[];
}

export function boundBy(payer: Payer): Bound {
  const chain = chainOf(payer);
  const { accounts } = payer.spec;
  const names = namesOf(chain);
  return {
    all: chain.map(({ purse }) => purse),
    purses: chain.flatMap(({ purse, spec: { limits } }) => (limits.usd === undefined ? [] : [{ purse, usd: limits.usd }])),
    pots: accounts.potsFor(names),
    shared: accounts.sharedFor(names),
  };
}

/** Returns the money in the tightest limit or budget. Throws LIMIT_UNKNOWN. */
export function roomIn({ purses, pots, shared }: Bound): { readonly left: number; readonly atMost: number } {
  const now = Date.now();
  const { room = { left: Number.POSITIVE_INFINITY, atMost: Number.POSITIVE_INFINITY } } = shared ?? {};
  let { left, atMost } = room;
  for (const { purse, usd } of purses) {
    if (purse.spent === null) throw errors.LIMIT_UNKNOWN({ usd });
    left = Math.min(left, usd - purse.spent - purse.held);
    atMost = Math.min(atMost, usd - purse.spent);
  }
  for (const pot of pots) {
    const free = pot.left(now);
    left = Math.min(left, free);
    atMost = Math.min(atMost, free + pot.heldUnderWay(now));
  }
  return { left, atMost };
}

/** Returns the error about the first limit or budget that does not suffice for a short answer. */
export function refusal(
  { purses, pots, shared }: Bound,
  { plan, worst }: { readonly plan: ModelPlan; readonly worst: WorstCost },
): Error {
  const now = Date.now();
  const next = worst.inputUsd + worst.least * worst.usdPerOutputToken;
  for (const { purse, usd } of purses)
    if (usd - (purse.spent ?? 0) < next)
      return errors.LIMIT_REACHED({ limit: 'US dollars', value: usd, spent: purse.spent ?? 0, next, model: plan.id });
  const reached = shared?.refusal({ now, model: plan.id, next });
  if (reached !== undefined) return reached;
  const short = pots.find((pot) => pot.left(now) + pot.heldUnderWay(now) < next) ?? pots[0];
  return short === undefined ? new Error('No limit binds the request.') : short.refusal(now, { model: plan.id, next });
}

interface Waiting {
  readonly payer: Payer;
  readonly signal: AbortSignal;
  /** The money that the request waits for. */
  readonly usd: number;
}

/** Waits until money that others hold may be free. */
export async function change({ purses, pots, shared }: Bound, { payer, signal, usd }: Waiting) {
  const freed = purses.filter(({ purse }) => purse.held > 0).map(({ purse }) => purse.settled());
  const share = shared?.shortOf(usd);
  const isTold = pots.length === 0 && (freed.length > 0 || share !== undefined);
  const over = new AbortController();
  const either = AbortSignal.any([signal, over.signal]);
  const woken = new Promise<void>((resolve) => {
    const cancel = isTold ? () => {} : payer.clock.after(POLL_MS, resolve);
    either.addEventListener('abort', () => {
      cancel();
      resolve();
    });
  });
  const changed = share === undefined ? [] : [shared?.changed(share, { usd, signal: either })];
  try {
    await Promise.race([woken, ...freed, ...changed]);
  } finally {
    over.abort();
    // A wait that is given up rejects when nobody listens any more.
    for (const one of changed) one?.catch(() => {});
  }
}
