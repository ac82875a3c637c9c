import type { Usage } from '../model/provider.js';
import type { BudgetPlan } from '../plan/plan.js';

/** The exports of `@loadout/budgets` that the runner uses. It loads the package by name. */
export interface Budgets {
  openBudgets(options: BudgetOptions): BudgetKeeper;
}

export interface BudgetOptions {
  /** The folder of the ledger. Absent: requests are not written down. */
  readonly ledger: string | undefined;
  /** The configuration file, or else its folder. */
  readonly config: string;
  readonly budgets: readonly BudgetPlan[];
  /** Counts the budgets for many machines. Absent: the ledger of this machine does. */
  readonly shared?: SharedBudgets | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The budgets over time of an agent, and the ledger of its requests. */
export interface BudgetKeeper {
  /** The folder of the ledger. */
  readonly ledger: string | undefined;
  /** Returns the budgets that bind a request. Throws BUDGET_NOT_HELD. */
  bind(request: BudgetedRequest): RequestBudgets;
  /**
   * Returns what a session, or one agent of it, has spent since a day, such as `2026-11-23`; `null` if a cost is unknown. Throws
   * if the ledger cannot be read.
   */
  spentBefore(of: { readonly session: string; readonly agentId: string | undefined; readonly since: string }): number | null;
  close(): void;
}

/** A request to a model, before it leaves. */
export interface BudgetedRequest {
  readonly session: string;
  /** The names of the agents from the outermost to the one that asks, and the ids of those below the outermost. */
  readonly agents: readonly string[];
  readonly path: readonly string[];
  readonly provider: string;
  readonly model: string;
  readonly purpose: string;
  /** Tells a person. */
  readonly tell: (message: string) => void;
}

/** The budgets over time that bind one request. All money is in US dollars. */
export interface RequestBudgets {
  /** The budget that errors name. Absent: none binds the request, which is only written down. */
  readonly first: BudgetPlan | undefined;
  /** Returns the money in the tightest budget: now, and if all requests under way cost nothing. */
  room(): { readonly left: number; readonly atMost: number };
  /**
   * Holds money in all budgets or in none, and writes the request down. `null`: the cost is unknown. `late`: another request was
   * faster. `short`: a budget has less, and `room` knows by now. Rejects with BUDGET_NOT_HELD, or the reason of the signal.
   */
  hold(usd: number | null, signal: AbortSignal): Promise<HeldRequest | 'late' | 'short'>;
  /** Returns a budget that has less than this. */
  shortOf(usd: number): BudgetPlan | undefined;
  /** Resolves when a budget may have so much. `undefined`: nobody tells when. */
  changed(usd: number, signal: AbortSignal): Promise<void> | undefined;
  /** Returns the error about the first budget that does not suffice for a request of this cost. */
  refusal(next: number): Error | undefined;
}

/** A request whose money is held. */
export interface HeldRequest {
  /** Replaces the money that was held by the cost. `null`: it is unknown, and counts as what was held. Never throws. */
  settle(end: { readonly usage: Usage | undefined; readonly usd: number | null }): void;
}

/** A budget over time as one request meets it. A budget with `agent: '*'` or `user: '*'` is a budget for each of them. */
export interface BudgetShare {
  readonly plan: BudgetPlan;
  /** The agent whose money it is. Absent: all agents together. */
  readonly agent?: string | undefined;
  /** The user whose money it is. Absent: all users together. */
  readonly user?: string | undefined;
}

export interface BudgetRoom {
  /** The money that is neither spent nor held. */
  readonly left: number;
  /** The money that may be freed, since it is held by requests that are under way. */
  readonly underWay: number;
}

/** The money that is held for one request in the budgets of many machines. */
export interface HeldMoney {
  /** Replaces the money that was held by the cost. `null`: it is unknown, and counts as what was held. Never throws. */
  settle(usd: number | null): void;
}

/** The budgets of machines that share them. */
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
