import { isLoadoutError, messageOf } from '@loadout/core';
import type {
  BudgetPlan,
  BudgetRoom,
  BudgetShare,
  HeldMoney,
  HeldRequest,
  RequestBudgets,
  SharedBudgets,
} from '@loadout/core/run';
import { budgetReached } from './budget-period.js';
import { errors } from './errors.js';
import type { LedgerEntry } from './ledger-entry.js';

/** The shared budgets of one request, with the rooms that the last refusal reported. */
export class SharedRequest implements RequestBudgets {
  readonly #shares: readonly BudgetShare[];
  readonly #budgets: SharedBudgets;
  readonly #entry: LedgerEntry;
  readonly #model: string;
  #rooms: readonly BudgetRoom[] = [];

  constructor(
    shares: readonly BudgetShare[],
    { budgets, entry, model }: { readonly budgets: SharedBudgets; readonly entry: LedgerEntry; readonly model: string },
  ) {
    this.#shares = shares;
    this.#budgets = budgets;
    this.#entry = entry;
    this.#model = model;
  }

  get first(): BudgetPlan | undefined {
    return this.#shares[0]?.plan;
  }

  /** Without limits as long as nothing is known: the first attempt finds out. */
  room(): ReturnType<RequestBudgets['room']> {
    const left = Math.min(...this.#rooms.map((room) => room.left));
    return { left, atMost: Math.min(...this.#rooms.map((room) => room.left + room.underWay)) };
  }

  /** A request that costs nothing asks nobody for money. */
  async hold(usd: number | null, signal: AbortSignal): Promise<HeldRequest | 'short'> {
    const money = usd === null || usd === 0 ? undefined : await this.#take(usd, signal);
    if (money === 'short') return money;
    const open = this.#entry.write(usd, Date.now());
    return {
      settle: (end) => {
        money?.settle(end.usd);
        this.#entry.settle(open, end);
      },
    };
  }

  shortOf(usd: number): BudgetPlan | undefined {
    return this.#shareShortOf(usd)?.plan;
  }

  /** The rooms that are known are out of date after the wait. */
  changed(usd: number, signal: AbortSignal): Promise<void> | undefined {
    const share = this.#shareShortOf(usd);
    if (share === undefined) return undefined;
    return this.#reached(signal, () => this.#budgets.changed(share, { usd, signal })).then(() => {
      this.#rooms = [];
    });
  }

  refusal(next: number): Error | undefined {
    const at = this.#rooms.findIndex(({ left, underWay }) => left + underWay < next);
    const [share, room] = [this.#shares[at], this.#rooms[at]];
    if (share === undefined || room === undefined) return undefined;
    return budgetReached(share, { now: Date.now(), model: this.#model, next, left: room.left });
  }

  #shareShortOf(usd: number): BudgetShare | undefined {
    return this.#shares.find((_, at) => (this.#rooms[at]?.left ?? usd) < usd);
  }

  async #take(usd: number, signal: AbortSignal): Promise<HeldMoney | 'short'> {
    const held = await this.#reached(signal, () => this.#budgets.hold(this.#shares, { usd, signal }));
    if (!isRooms(held)) return held;
    this.#rooms = held;
    return 'short';
  }

  async #reached<T>(signal: AbortSignal, action: () => Promise<T>): Promise<T> {
    try {
      return await action();
    } catch (error) {
      signal.throwIfAborted();
      if (isLoadoutError(error) && error.code === 'BUDGET_NOT_HELD') throw error;
      throw this.#notHeld(error);
    }
  }

  #notHeld(error: unknown): Error {
    const { name = '', position } = this.first ?? {};
    const { place } = this.#budgets;
    return errors.BUDGET_NOT_HELD({ name, position, place, problem: messageOf(error) }, { position, cause: error });
  }
}

const isRooms = (held: HeldMoney | readonly BudgetRoom[]): held is readonly BudgetRoom[] => Array.isArray(held);
