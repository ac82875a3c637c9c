import type { ModelPlan } from '@loadout/core';
import { errors } from '../report/errors.js';
import type { BudgetPot } from './budget-pot.js';
import { chainOf, namesOf, type Payer } from './payer.js';
import type { Purse } from './purse.js';
import type { WorstCost } from './worst-cost.js';

/** A budget may be freed by another process, of which nobody tells. */
const POLL_MS = 100;

/** The limits and budgets that bind a request. */
export interface Bound {
  readonly purses: readonly { readonly purse: Purse; readonly usd: number }[];
  readonly pots: readonly BudgetPot[];
  readonly all: readonly Purse[];
}

export function boundBy(payer: Payer): Bound {
  const chain = chainOf(payer);
  return {
    all: chain.map(({ purse }) => purse),
    purses: chain.flatMap(({ purse, spec: { limits } }) => (limits.usd === undefined ? [] : [{ purse, usd: limits.usd }])),
    pots: payer.spec.accounts.potsFor(namesOf(chain)),
  };
}

/** Returns the money in the tightest limit or budget. Throws LIMIT_UNKNOWN. */
export function roomIn({ purses, pots }: Bound): { readonly left: number; readonly atMost: number } {
  const now = Date.now();
  let left = Number.POSITIVE_INFINITY;
  let atMost = left;
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
  { purses, pots }: Bound,
  { plan, worst }: { readonly plan: ModelPlan; readonly worst: WorstCost },
): Error {
  const now = Date.now();
  const next = worst.inputUsd + worst.least * worst.usdPerOutputToken;
  for (const { purse, usd } of purses)
    if (usd - (purse.spent ?? 0) < next)
      return errors.LIMIT_REACHED({ limit: 'US dollars', value: usd, spent: purse.spent ?? 0, next, model: plan.id });
  const short = pots.find((pot) => pot.left(now) + pot.heldUnderWay(now) < next) ?? pots[0];
  return short === undefined ? new Error('No limit binds the request.') : short.refusal(now, { model: plan.id, next });
}

/** Waits until money that others hold may be free. */
export async function change(
  { purses, pots }: Bound,
  { payer, signal }: { readonly payer: Payer; readonly signal: AbortSignal },
) {
  const freed = purses.filter(({ purse }) => purse.held > 0).map(({ purse }) => purse.settled());
  let stop = () => {};
  const woken = new Promise<void>((resolve) => {
    const cancel = pots.length === 0 && freed.length > 0 ? () => {} : payer.clock.after(POLL_MS, resolve);
    const abort = () => resolve();
    signal.addEventListener('abort', abort, { once: true });
    stop = () => {
      cancel();
      signal.removeEventListener('abort', abort);
    };
  });
  await Promise.race([woken, ...freed]);
  stop();
}
