import type { Clock, LimitsPlan, ModelPlan, ModelRequest, Usage } from '@loadout/core';
import type { RequestPurpose } from '../report/events.js';
import type { Accounts } from './accounts.js';
import type { AboutAgent } from './ledger-line.js';
import type { Purse } from './purse.js';

/** An agent, as far as it pays. */
export interface Payer {
  readonly spec: { readonly limits: LimitsPlan; readonly name: string; readonly accounts: Accounts };
  readonly purse: Purse;
  readonly agentId: string;
  readonly sessionId: string;
  readonly session: { readonly contextTokens: number };
  readonly parent?: Payer | undefined;
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

/** A request whose money is held. */
export interface Reserved {
  /** The request, with an answer that the money suffices for. */
  readonly request: ModelRequest;
  /** Replaces the money that was held by the cost. `undefined`: the answer did not begin, and costs nothing. Never throws. */
  readonly settle: (answer: { readonly usage: Usage | undefined } | undefined) => void;
}

/** Returns the agent that asks, and all above it. */
export function chainOf(payer: Payer): readonly Payer[] {
  const chain: Payer[] = [];
  for (let one: Payer | undefined = payer; one !== undefined; one = one.parent) chain.push(one);
  return chain;
}

/** Returns the names of agents, the outermost first. */
export const namesOf = (chain: readonly Payer[]): readonly string[] => chain.map(({ spec }) => spec.name).reverse();

export function aboutAgent(payer: Payer): AboutAgent {
  const chain = chainOf(payer);
  const { config, user } = payer.spec.accounts;
  const path = chain.slice(0, -1).map(({ agentId }) => agentId);
  return { session: payer.sessionId, agents: namesOf(chain), path: path.reverse(), config, user };
}
