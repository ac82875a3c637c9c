import type { BudgetPlan, HeldRequest, RequestBudgets } from '@loadout/core/run';
import type { LedgerBudget } from './ledger-budget.js';
import type { LedgerEntry } from './ledger-entry.js';

/** The budgets of this machine that bind one request, counted by the ledger. */
export class OwnRequest implements RequestBudgets {
  readonly #budgets: readonly LedgerBudget[];
  readonly #entry: LedgerEntry;
  readonly #model: string;

  constructor(budgets: readonly LedgerBudget[], { entry, model }: { readonly entry: LedgerEntry; readonly model: string }) {
    this.#budgets = budgets;
    this.#entry = entry;
    this.#model = model;
  }

  get first(): BudgetPlan | undefined {
    return this.#budgets[0]?.plan;
  }

  room(): ReturnType<RequestBudgets['room']> {
    const now = Date.now();
    const rooms = this.#budgets.map((budget) => {
      const left = budget.left(now);
      return { left, atMost: left + budget.heldUnderWay(now) };
    });
    return { left: Math.min(...rooms.map((one) => one.left)), atMost: Math.min(...rooms.map((one) => one.atMost)) };
  }

  /** A request that costs nothing takes money from nobody. */
  async hold(usd: number | null): Promise<HeldRequest | 'late'> {
    const now = Date.now();
    const open = this.#entry.write(usd, now);
    const [budget] = usd === null || usd === 0 ? [] : this.#budgets;
    if (budget !== undefined && open === undefined) throw budget.notHeld(this.#entry.problem ?? 'it is not kept');
    if (budget !== undefined && open !== undefined && this.#budgets.some((one) => one.leftBefore(open.id, now) < (usd ?? 0))) {
      this.#entry.settle(open, { usage: undefined, usd: 0 });
      return 'late';
    }
    return { settle: (end) => this.#entry.settle(open, end) };
  }

  shortOf(): BudgetPlan | undefined {
    return this.first;
  }

  /** Another process may free the money, and no process tells the others. */
  changed(): undefined {
    return undefined;
  }

  refusal(next: number): Error | undefined {
    const now = Date.now();
    const short = this.#budgets.find((budget) => budget.left(now) + budget.heldUnderWay(now) < next) ?? this.#budgets[0];
    return short?.refusal(now, { model: this.#model, next });
  }
}
