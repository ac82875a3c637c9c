import { userInfo } from 'node:os';
import type { BudgetPlan } from '@loadout/core';
import { errors } from '../report/errors.js';
import { BudgetPot } from './budget-pot.js';
import type { LedgerWriter } from './ledger-line.js';

/** The ledger of an agent, and the budgets over time that bind its requests. */
export class Accounts {
  /** Absent: the agent keeps no ledger. */
  readonly ledger: LedgerWriter | undefined;
  /** The configuration file, or else its folder. */
  readonly config: string;
  readonly budgets: readonly BudgetPlan[];
  readonly #env: Readonly<Record<string, string | undefined>>;
  readonly #pots = new Map<string, BudgetPot>();
  #user: string | undefined;
  #isTold = false;

  constructor(parts: {
    readonly ledger: LedgerWriter | undefined;
    readonly config: string;
    readonly budgets: readonly BudgetPlan[];
    readonly env: Readonly<Record<string, string | undefined>>;
  }) {
    this.ledger = parts.ledger;
    this.config = parts.config;
    this.budgets = parts.budgets;
    this.#env = parts.env;
  }

  /** The user whose money is spent: LOADOUT_USER, or else the user of the system. */
  get user(): string {
    this.#user ??= this.#env.LOADOUT_USER || systemUser();
    return this.#user;
  }

  /**
   * Returns the money that binds a request of the last of these agents, which are in order from the outermost. Throws
   * BUDGET_NOT_HELD if there is a budget and no ledger.
   */
  potsFor(agents: readonly string[]): readonly BudgetPot[] {
    if (this.budgets.length === 0) return [];
    const { ledger, user } = this;
    return this.budgets
      .filter((plan) => plan.user === undefined || plan.user === '*' || plan.user === user)
      .flatMap((plan) => agentsOf(plan, agents).map((agent) => this.#potOf(plan, { dir: dirOf(ledger, plan), agent, user })));
  }

  /** Returns a problem once. */
  once(problem: string): string | undefined {
    if (this.#isTold) return undefined;
    this.#isTold = true;
    return problem;
  }

  #potOf(plan: BudgetPlan, { dir, agent, user }: { readonly dir: string; readonly agent: string | undefined; user: string }) {
    const key = JSON.stringify([plan.name, plan.everywhere, agent]);
    const counted = {
      config: plan.everywhere === true ? undefined : this.config,
      agent,
      user: plan.user === undefined ? undefined : user,
    };
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
