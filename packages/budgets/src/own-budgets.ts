import type { BudgetPlan, HeldRequest, RequestBudgets } from '@loadout/core';
import type { BudgetPot } from './budget-pot.js';
import type { LedgerEntry } from './ledger-entry.js';

/** The budgets of this machine that bind one request, counted by the ledger. */
export class OwnBudgets implements RequestBudgets {
  readonly #pots: readonly BudgetPot[];
  readonly #entry: LedgerEntry;
  readonly #model: string;

  constructor(pots: readonly BudgetPot[], { entry, model }: { readonly entry: LedgerEntry; readonly model: string }) {
    this.#pots = pots;
    this.#entry = entry;
    this.#model = model;
  }

  get first(): BudgetPlan | undefined {
    return this.#pots[0]?.plan;
  }

  room(): ReturnType<RequestBudgets['room']> {
    const now = Date.now();
    const rooms = this.#pots.map((pot) => {
      const left = pot.left(now);
      return { left, atMost: left + pot.heldUnderWay(now) };
    });
    return { left: Math.min(...rooms.map((one) => one.left)), atMost: Math.min(...rooms.map((one) => one.atMost)) };
  }

  /** A request that costs nothing takes money from nobody. */
  async hold(usd: number | null): Promise<HeldRequest | 'late'> {
    const now = Date.now();
    const open = this.#entry.write(usd, now);
    const [pot] = usd === null || usd === 0 ? [] : this.#pots;
    if (pot !== undefined && open === undefined) throw pot.notHeld(this.#entry.problem ?? 'it is not kept');
    if (pot !== undefined && open !== undefined && this.#pots.some((one) => one.leftBefore(open.id, now) < (usd ?? 0))) {
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
    const short = this.#pots.find((pot) => pot.left(now) + pot.heldUnderWay(now) < next) ?? this.#pots[0];
    return short?.refusal(now, { model: this.#model, next });
  }
}
