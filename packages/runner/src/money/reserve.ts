import type { ModelPlan, ModelRequest, Usage } from '@loadout/core';
import { errors } from '../report/errors.js';
import type { RequestPurpose } from '../report/events.js';
import { costOf } from '../report/usage.js';
import { type Bound, boundBy, change, refusal, roomIn } from './bound.js';
import { countedBy } from './counted.js';
import { type Fit, fitting } from './fitting.js';
import type { OpenRequest } from './ledger.js';
import { chainOf, namesOf, type Payer } from './payer.js';
import { type WorstCost, withOutput, worstCost } from './worst-cost.js';

/** A request before it leaves. */
export interface Leaving {
  readonly purpose: RequestPurpose;
  readonly plan: ModelPlan;
  readonly request: ModelRequest;
  readonly signal: AbortSignal;
}

/** A request whose money is held. */
export interface Reserved {
  /** The request, with an answer that the money suffices for. */
  readonly request: ModelRequest;
  /** Replaces the money that was held by the cost. `undefined`: the answer did not begin, and costs nothing. Never throws. */
  readonly settle: (answer: { readonly usage: Usage | undefined } | undefined) => void;
}

/**
 * Holds the highest plausible cost of a request against all limits in money and budgets that bind it. If the money does not
 * suffice for the longest answer, the request asks for a shorter one; while other requests hold money, it waits for them.
 * Contract: throws LIMIT_REACHED, LIMIT_UNKNOWN, LIMIT_UNPRICED, BUDGET_REACHED, BUDGET_NOT_HELD, or the reason of the signal.
 */
export async function reserve(payer: Payer, leaving: Leaving): Promise<Reserved> {
  const bound = boundBy(payer);
  const { plan, request } = leaving;
  const worst = worstCost(request, { plan, counted: countedBy(payer, leaving) });
  if (bound.purses.length === 0 && bound.pots.length === 0)
    return held(payer, {
      leaving,
      bound,
      request,
      usd: 0,
      open: written(payer, leaving, { worst: worstUsd(worst), now: Date.now() }),
    });
  if (worst === undefined) throw unpriced(bound, plan);
  while (true) {
    leaving.signal.throwIfAborted();
    const room = roomIn(bound);
    const fit = fitting(worst, { ...room, isUnder: payer.parent !== undefined });
    if (fit === 'never') throw refusal(bound, { plan, worst });
    const taken = fit === 'later' ? undefined : take(payer, { leaving, bound, fit });
    if (taken !== undefined) return taken;
    await change(bound, { payer, signal: leaving.signal });
  }
}

function unpriced({ pots: [pot] }: Bound, { id: model, position }: ModelPlan): Error {
  if (pot === undefined) return errors.LIMIT_UNPRICED({ model }, { position });
  return errors.BUDGET_UNPRICED({ name: pot.plan.name, model }, { position: pot.plan.position });
}

/** Holds the money. Returns `undefined` if another process was faster. */
function take(payer: Payer, { leaving, bound, fit }: { readonly leaving: Leaving; readonly bound: Bound; readonly fit: Fit }) {
  const now = Date.now();
  const { ledger } = payer.spec.accounts;
  const open = written(payer, leaving, { worst: fit.usd, now });
  const [pot] = bound.pots;
  if (pot !== undefined && open === undefined) throw pot.notHeld(ledger?.problem ?? 'it is not kept');
  if (open !== undefined && bound.pots.some((one) => one.leftBefore(open.id, now) < fit.usd)) {
    ledger?.settle(open, { now, usd: 0 });
    return undefined;
  }
  return held(payer, { leaving, bound, request: withOutput(leaving.request, fit.output), usd: fit.usd, open });
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

/** Writes the request to the ledger. A ledger that cannot be written ends no run; a person is told once. */
function written(
  payer: Payer,
  { purpose, plan }: Leaving,
  { worst, now }: { readonly worst: number | null; readonly now: number },
): OpenRequest | undefined {
  const { accounts } = payer.spec;
  const { ledger, config, user } = accounts;
  if (ledger === undefined) return undefined;
  const chain = chainOf(payer);
  const path = chain.slice(0, -1).map(({ agentId }) => agentId);
  const about = { session: payer.sessionId, agents: namesOf(chain), path: path.reverse(), config, user };
  const { provider, id: model } = plan;
  const open = ledger.ask({ ...about, provider, model, purpose, worst }, now);
  if (open !== undefined) return open;
  const message = accounts.once(`The ledger in ${ledger.dir} is not kept: it cannot be written (${ledger.problem}).`);
  if (message !== undefined) payer.emit({ type: 'notice', message });
  return undefined;
}

const worstUsd = (worst: WorstCost | undefined): number | null =>
  worst === undefined ? null : worst.inputUsd + worst.output * worst.usdPerOutputToken;
