import { userInfo } from 'node:os';
import type { BudgetedRequest, BudgetKeeper, BudgetOptions, BudgetPlan, BudgetShare, RequestBudgets } from '@loadout/core/run';
import { errors } from './errors.js';
import { Ledger } from './ledger.js';
import { LedgerBudget } from './ledger-budget.js';
import { LedgerEntry } from './ledger-entry.js';
import { spentBefore } from './ledger-requests.js';
import { OwnRequest } from './own-request.js';
import { SharedRequest } from './shared-request.js';

/** The ledger of an agent, and the budgets over time that bind its requests. */
export class LedgerBudgets implements BudgetKeeper {
  readonly #options: BudgetOptions;
  readonly #ledger: Ledger | undefined;
  readonly #budgets = new Map<string, LedgerBudget>();
  #user: string | undefined;
  #isTold = false;

  constructor(options: BudgetOptions) {
    this.#options = options;
    this.#ledger = options.ledger === undefined ? undefined : new Ledger(options.ledger);
  }

  get ledger(): string | undefined {
    return this.#options.ledger;
  }

  bind({ tell, ...request }: BudgetedRequest): RequestBudgets {
    const { shared, config } = this.#options;
    const { agents, model } = request;
    const shares = this.#sharesFor(agents);
    const about = { ...request, config, user: this.#userOf() };
    const entry = new LedgerEntry(this.#ledger, { about, tell: (problem) => this.#tellOnce(problem, tell) });
    if (shared !== undefined && shares.length > 0) return new SharedRequest(shares, { budgets: shared, entry, model });
    return new OwnRequest(shared === undefined ? this.#budgetsOf(shares) : [], { entry, model });
  }

  /** Returns the money of this machine that binds a request of the last of these agents, which are in order from the outermost. */
  budgetsFor(agents: readonly string[]): readonly LedgerBudget[] {
    return this.#budgetsOf(this.#sharesFor(agents));
  }

  spentBefore(of: Parameters<BudgetKeeper['spentBefore']>[0]): number | null {
    const { ledger } = this.#options;
    return ledger === undefined ? 0 : spentBefore(ledger, of);
  }

  close(): void {
    this.#ledger?.close();
  }

  /** The user whose money is spent: LOADOUT_USER, or else the user of the system. */
  #userOf(): string {
    this.#user ??= this.#options.env.LOADOUT_USER || systemUser();
    return this.#user;
  }

  #tellOnce(problem: string, tell: (message: string) => void): void {
    if (this.#isTold) return;
    this.#isTold = true;
    tell(problem);
  }

  #sharesFor(agents: readonly string[]): readonly BudgetShare[] {
    const { budgets } = this.#options;
    if (budgets.length === 0) return [];
    const user = this.#userOf();
    return budgets
      .filter((plan) => plan.user === undefined || plan.user === '*' || plan.user === user)
      .flatMap((plan) =>
        agentsOf(plan, agents).map((agent) => ({ plan, agent, user: plan.user === undefined ? undefined : user })),
      );
  }

  /** Throws BUDGET_NOT_HELD if there is a budget and no ledger. */
  #budgetsOf(shares: readonly BudgetShare[]): readonly LedgerBudget[] {
    return shares.map((share) => {
      const { plan, agent, user } = share;
      const dir = dirOf(this.#options.ledger, plan);
      const key = JSON.stringify([plan.name, plan.everywhere, agent]);
      const scope = { config: plan.everywhere === true ? undefined : this.#options.config, agent, user };
      const budget = this.#budgets.get(key) ?? new LedgerBudget(plan, { dir, scope });
      this.#budgets.set(key, budget);
      return budget;
    });
  }
}

function dirOf(ledger: string | undefined, { name, position }: BudgetPlan): string {
  if (ledger !== undefined) return ledger;
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
