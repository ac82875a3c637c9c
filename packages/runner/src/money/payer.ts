import type { Clock, LimitsPlan } from '@loadout/core';
import type { Accounts } from './accounts.js';
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
  readonly emit: (event: { readonly type: 'notice'; readonly message: string }) => void;
}

/** Returns the agent that asks, and all above it. */
export function chainOf(payer: Payer): readonly Payer[] {
  const chain: Payer[] = [];
  for (let one: Payer | undefined = payer; one !== undefined; one = one.parent) chain.push(one);
  return chain;
}

/** Returns the names of agents, the outermost first. */
export const namesOf = (chain: readonly Payer[]): readonly string[] => chain.map(({ spec }) => spec.name).reverse();
