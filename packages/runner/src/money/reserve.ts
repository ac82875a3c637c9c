import type { ModelPlan } from '@loadout/core';
import { errors } from '../report/errors.js';
import { costOf } from '../report/usage.js';
import { type Bound, boundBy, change, refusal, roomIn } from './bound.js';
import { countedBy } from './counted.js';
import { type Fit, fitting } from './fitting.js';
import { noted, written } from './ledger.js';
import type { OpenRequest } from './ledger-line.js';
import type { Leaving, Payer, Reserved } from './payer.js';
import type { HeldMoney } from './shared-budgets.js';
import type { SharedPots } from './shared-pots.js';
import { type WorstCost, worstCost } from './worst-cost.js';

/**
 * Holds the highest plausible cost of a request against all limits in money and budgets that bind it. If the money does not
 * suffice for the longest answer, the request asks for a shorter one; while other requests hold money, it waits for them.
 * Contract: throws LIMIT_REACHED, LIMIT_UNKNOWN, LIMIT_UNPRICED, BUDGET_REACHED, BUDGET_NOT_HELD, or the reason of the signal.
 */
export async function reserve(payer: Payer, leaving: Leaving): Promise<Reserved> {
  const bound = boundBy(payer);
  const { plan, request } = leaving;
  const worst = worstCost(request, { plan, counted: countedBy(payer, leaving) });
  if (bound.purses.length === 0 && bound.pots.length === 0 && bound.shared === undefined) return noted(payer, leaving);
  if (worst === undefined) throw unpriced(bound, plan);
  let isWaiting = false;
  while (true) {
    leaving.signal.throwIfAborted();
    const room = roomIn(bound);
    const fit = fitting(worst, { ...room, isUnder: payer.parent !== undefined });
    if (fit === 'never') throw refusal(bound, { plan, worst });
    const taken = 'later' in fit ? undefined : await take(payer, { leaving, bound, fit, worst });
    if (taken !== undefined) return taken;
    // A refusal of shared budgets says how much would fit, so that the next attempt need not wait.
    if ('usd' in fit && bound.shared !== undefined) continue;
    const usd = 'later' in fit ? fit.later : fit.usd;
    isWaiting = tellWaiting(bound, { payer, isWaiting, usd });
    await change(bound, { payer, signal: leaving.signal, usd });
  }
}

interface Telling {
  readonly payer: Payer;
  readonly isWaiting: boolean;
  readonly usd: number;
}

/** Tells once that a request waits for other processes. Agents of one run wait for each other without a word. */
function tellWaiting({ pots: [pot], shared }: Bound, { payer, isWaiting, usd }: Telling): true {
  const plan = pot?.plan ?? shared?.shortOf(usd)?.plan;
  if (plan !== undefined && !isWaiting)
    payer.emit({ type: 'waiting', message: `Waiting for money of the budget "${plan.name}" that other requests hold.` });
  return true;
}

function unpriced({ pots: [pot], shared }: Bound, { id: model, position }: ModelPlan): Error {
  const plan = pot?.plan ?? shared?.first?.plan;
  if (plan === undefined) return errors.LIMIT_UNPRICED({ model }, { position });
  return errors.BUDGET_UNPRICED({ name: plan.name, model }, { position: plan.position });
}

interface Taking {
  readonly leaving: Leaving;
  readonly bound: Bound;
  readonly fit: Fit;
  readonly worst: WorstCost;
}

/** Holds the money. Returns `undefined` if another process was faster. A request that costs nothing takes money from nobody. */
function take(payer: Payer, taking: Taking): Reserved | undefined | Promise<Reserved | undefined> {
  const { fit, leaving } = taking;
  const bound = fit.usd === 0 ? { ...taking.bound, pots: [], shared: undefined } : taking.bound;
  if (bound.shared !== undefined) return takeShared(payer, bound.shared, taking);
  const now = Date.now();
  const { ledger } = payer.spec.accounts;
  const open = written(payer, leaving, { worst: fit.usd, now });
  const [pot] = bound.pots;
  if (pot !== undefined && open === undefined) throw pot.notHeld(ledger?.problem ?? 'it is not kept');
  if (open !== undefined && bound.pots.some((one) => one.leftBefore(open.id, now) < fit.usd)) {
    ledger?.settle(open, { now, usd: 0 });
    return undefined;
  }
  for (const purse of bound.all) purse.hold(fit.usd);
  return held(payer, { ...taking, open });
}

/** Holds the money of this machine first, so that agents side by side do not ask for the same money. */
async function takeShared(payer: Payer, shared: SharedPots, taking: Taking): Promise<Reserved | undefined> {
  const { bound, fit, leaving } = taking;
  for (const purse of bound.all) purse.hold(fit.usd);
  let money: HeldMoney | undefined;
  try {
    money = await shared.hold(fit.usd, leaving.signal);
  } finally {
    if (money === undefined) for (const purse of bound.all) purse.settle(fit.usd, 0);
  }
  if (money === undefined) return undefined;
  return held(payer, { ...taking, money, open: written(payer, leaving, { worst: fit.usd, now: Date.now() }) });
}

interface Taken extends Taking {
  readonly open: OpenRequest | undefined;
  readonly money?: HeldMoney | undefined;
}

function held(payer: Payer, { leaving, bound, fit, worst, open, money }: Taken): Reserved {
  const { plan } = leaving;
  return {
    // A provider may refuse a length that its model does not have, so none is named for an answer that may be whole.
    request: fit.output === worst.output ? leaving.request : { ...leaving.request, maxOutputTokens: fit.output },
    settle: (answer) => {
      const cost = answer === undefined ? 0 : costOf(answer.usage, plan.price);
      for (const purse of bound.all) purse.settle(fit.usd, cost);
      money?.settle(cost);
      const { ledger } = payer.spec.accounts;
      if (open !== undefined) ledger?.settle(open, { now: Date.now(), usage: answer?.usage, usd: cost });
    },
  };
}
