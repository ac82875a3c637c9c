import type { BudgetPlan } from '@loadout/core';

/** A budget over time as one request meets it. A budget with `agent: '*'` or `user: '*'` is a budget for each of them. */
export interface BudgetShare {
  readonly plan: BudgetPlan;
  /** The agent whose money it is. Absent: all agents together. */
  readonly agent?: string | undefined;
  /** The user whose money it is. Absent: all users together. */
  readonly user?: string | undefined;
}

/** The money in a budget, in US dollars. */
export interface BudgetRoom {
  /** The money that is neither spent nor held. */
  readonly left: number;
  /** The money that may be freed, since it is held by requests that are under way. */
  readonly underWay: number;
}

/** The money that is held for one request. */
export interface HeldMoney {
  /** Replaces the money that was held by the cost. `null`: the cost is unknown, and counts as what was held. Never throws. */
  settle(usd: number | null): void;
}

/** The budgets of machines that share them. Without it, the ledger of this machine counts the requests of a budget. */
export interface SharedBudgets {
  /** Where the money is counted, for errors: `the engine at http://…`. */
  readonly place: string;
  /**
   * Holds money in all of these budgets or in none. Resolves with the room of each budget, in order, if one of them does not
   * suffice. Rejects if the budgets cannot be reached.
   */
  hold(
    shares: readonly BudgetShare[],
    wish: { readonly usd: number; readonly signal: AbortSignal },
  ): Promise<HeldMoney | readonly BudgetRoom[]>;
  /** Resolves when a budget may have so much money, or after some time. Rejects if the budget cannot be reached. */
  changed(share: BudgetShare, wish: { readonly usd: number; readonly signal: AbortSignal }): Promise<void>;
}
