import { userInfo } from 'node:os';
import type { BudgetPlan } from '@loadout/core';
import { errors } from '../report/errors.js';
import { BudgetPot } from './budget-pot.js';
import type { LedgerWriter } from './ledger-line.js';
import type { BudgetShare, SharedBudgets } from './shared-budgets.js';
import { SharedPots } from './shared-pots.js';

/** The ledger of an agent, and the budgets over time that bind its requests. */
export class Accounts {
  /** Absent: the agent keeps no ledger. */
  readonly ledger: LedgerWriter | undefined;
  /** The configuration file, or else its folder. */
  readonly config: string;
  readonly budgets: readonly BudgetPlan[];
  readonly #shared: SharedBudgets | undefined;
  readonly #env: Readonly<Record<string, string | undefined>>;
  readonly #pots = new Map<string, BudgetPot>();
  #user: string | undefined;
  #isTold = false;

  constructor(parts: {
    readonly ledger: LedgerWriter | undefined;
    readonly config: string;
    readonly budgets: readonly BudgetPlan[];
    /** Absent: the ledger counts the requests of a budget. */
    readonly shared?: SharedBudgets | undefined;
    readonly env: Readonly<Record<string, string | undefined>>;
  }) {
    this.ledger = parts.ledger;
    this.config = parts.config;
    this.budgets = parts.budgets;
    this.#shared = parts.shared;
    this.#env = parts.env;
  }

  /** The user whose money is spent: LOADOUT_USER, or else the user of the system. */
  get user(): string {
    this.#user ??= this.#env.LOADOUT_USER || systemUser();
    return this.#user;
  }

  /**
   * Returns the money of this machine that binds a request of the last of these agents, which are in order from the outermost.
   * Throws BUDGET_NOT_HELD if there is a budget and no ledger.
   */
  potsFor(agents: readonly string[]): readonly BudgetPot[] {
    if (this.#shared !== undefined) return [];
    return this.#sharesFor(agents).map((share) => this.#potOf(share));
  }

  /** Returns the money of all machines that binds the request. `undefined`: there is none. */
  sharedFor(agents: readonly string[]): SharedPots | undefined {
    if (this.#shared === undefined) return undefined;
    const shares = this.#sharesFor(agents);
    return shares.length === 0 ? undefined : new SharedPots(shares, this.#shared);
  }

  /** Returns a problem once. */
  once(problem: string): string | undefined {
    if (this.#isTold) return undefined;
    this.#isTold = true;
    return problem;
  }

  #sharesFor(agents: readonly string[]): readonly BudgetShare[] {
    if (this.budgets.length === 0) return [];
    const { user } = this;
    return this.budgets
      .filter((plan) => plan.user === undefined || plan.user === '*' || plan.user === user)
      .flatMap((plan) =>
        agentsOf(plan, agents).map((agent) => ({ plan, agent, user: plan.user === undefined ? undefined : user })),
      );
  }

  #potOf({ plan, agent, user }: BudgetShare): BudgetPot {
    const dir = dirOf(this.ledger, plan);
    const key = JSON.stringify([plan.name, plan.everywhere, agent]);
    const counted = { config: plan.everywhere === true ? undefined : this.config, agent, user };
    const pot = this.#pots.get(key) ?? new BudgetPot(plan, { dir, counted });
    this.#pots.set(key, pot);
    return pot;
  }
}

function dirOf(ledger: LedgerWriter | undefined, { name, position }: BudgetPlan): string {
  if (ledger !== undefined) return ledger.dir;
  const problem = 'the agent keeps none';
  throw errors.BUDGET_NOT_HELD({ name, position, dir: 'the state folder', problem }, { position });
}

/** Returns the agents whose own money a budget is, among those of a request. `undefined` stands for all agents together. */
function agentsOf({ agent }: BudgetPlan, agents: readonly string[]): readonly (string | undefined)[] {
  if (agent === undefined) return [undefined];
  if (agent === '*') return [...new Set(agents)];
  return agents.includes(agent) ? [agent] : [];
}

function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a number without a name.
    return 'unknown';
  }
}
