import type { ModelPlan, ModelRequest } from '@loadout/core';
import { errors } from '../report/errors.js';
import { costOf } from '../report/usage.js';
import { type Bound, boundBy, change, refusal, roomIn } from './bound.js';
import { countedBy } from './counted.js';
import { type Fit, fitting } from './fitting.js';
import { noted, written } from './ledger.js';
import type { OpenRequest } from './ledger-line.js';
import type { Leaving, Payer, Reserved } from './payer.js';
import { type WorstCost, withOutput, worstCost } from './worst-cost.js';

/**
 * Holds the highest plausible cost of a request against all limits in money and budgets that bind it. If the money does not
 * suffice for the longest answer, the request asks for a shorter one; while other requests hold money, it waits for them.
 * Contract: throws LIMIT_REACHED, LIMIT_UNKNOWN, LIMIT_UNPRICED, BUDGET_REACHED, BUDGET_NOT_HELD, or the reason of the signal.
 */
export async function reserve(payer: Payer, leaving: Leaving): Promise<Reserved> {
  const bound = boundBy(payer);
  const { plan, request } = leaving;
  const worst = worstCost(request, { plan, counted: countedBy(payer, leaving) });
  if (bound.purses.length === 0 && bound.pots.length === 0) return noted(payer, leaving);
  if (worst === undefined) throw unpriced(bound, plan);
  let isWaiting = false;
  while (true) {
    leaving.signal.throwIfAborted();
    const room = roomIn(bound);
    const fit = fitting(worst, { ...room, isUnder: payer.parent !== undefined });
    if (fit === 'never') throw refusal(bound, { plan, worst });
    const taken = fit === 'later' ? undefined : take(payer, { leaving, bound, fit, worst });
    if (taken !== undefined) return taken;
    isWaiting = tellWaiting(bound, { payer, isWaiting });
    await change(bound, { payer, signal: leaving.signal });
  }
}

/** Tells once that a request waits for other processes. Agents of one run wait for each other without a word. */
function tellWaiting({ pots: [pot] }: Bound, { payer, isWaiting }: { readonly payer: Payer; readonly isWaiting: boolean }): true {
  if (pot !== undefined && !isWaiting)
    payer.emit({ type: 'waiting', message: `Waiting for money of the budget "${pot.plan.name}" that other requests hold.` });
  return true;
}

function unpriced({ pots: [pot] }: Bound, { id: model, position }: ModelPlan): Error {
  if (pot === undefined) return errors.LIMIT_UNPRICED({ model }, { position });
  return errors.BUDGET_UNPRICED({ name: pot.plan.name, model }, { position: pot.plan.position });
}

interface Taking {
  readonly leaving: Leaving;
  readonly bound: Bound;
  readonly fit: Fit;
  readonly worst: WorstCost;
}

/** Holds the money. Returns `undefined` if another process was faster. */
function take(payer: Payer, { leaving, bound, fit, worst }: Taking) {
  const now = Date.now();
  const { ledger } = payer.spec.accounts;
  const open = written(payer, leaving, { worst: fit.usd, now });
  const [pot] = bound.pots;
  if (pot !== undefined && open === undefined) throw pot.notHeld(ledger?.problem ?? 'it is not kept');
  if (open !== undefined && bound.pots.some((one) => one.leftBefore(open.id, now) < fit.usd)) {
    ledger?.settle(open, { now, usd: 0 });
    return undefined;
  }
  // A provider may refuse a length that its model does not have, so none is named for an answer that may be whole.
  const request = fit.output === worst.output ? leaving.request : withOutput(leaving.request, fit.output);
  return held(payer, { leaving, bound, request, usd: fit.usd, open });
}

interface Taken {
  readonly leaving: Leaving;
  readonly bound: Bound;
  readonly request: ModelRequest;
  readonly usd: number;
  readonly open: OpenRequest | undefined;
}

function held(payer: Payer, { leaving: { plan }, bound, request, usd, open }: Taken): Reserved {
  for (const purse of bound.all) purse.hold(usd);
  return {
    request,
    settle: (answer) => {
      const cost = answer === undefined ? 0 : costOf(answer.usage, plan.price);
      for (const purse of bound.all) purse.settle(usd, cost);
      const { ledger } = payer.spec.accounts;
      if (open !== undefined) ledger?.settle(open, { now: Date.now(), usage: answer?.usage, usd: cost });
    },
  };
}
