import { isLoadoutError, messageOf } from '@loadout/core';
import { errors } from '../report/errors.js';
import { budgetReached, type Refused } from './budget-period.js';
import type { BudgetRoom, BudgetShare, HeldMoney, SharedBudgets } from './shared-budgets.js';

/** The shared budgets of one request, with the rooms that the last refusal reported. */
export class SharedPots {
  readonly #shares: readonly BudgetShare[];
  readonly #budgets: SharedBudgets;
  #rooms: readonly BudgetRoom[] = [];

  constructor(shares: readonly BudgetShare[], budgets: SharedBudgets) {
    this.#shares = shares;
    this.#budgets = budgets;
  }

  /** The budget that the errors about all of them name. */
  get first(): BudgetShare | undefined {
    return this.#shares[0];
  }

  /** The money in the tightest budgets. Without limits as long as nothing is known: the first attempt finds out. */
  get room(): { readonly left: number; readonly atMost: number } {
    const left = Math.min(...this.#rooms.map((room) => room.left));
    return { left, atMost: Math.min(...this.#rooms.map((room) => room.left + room.underWay)) };
  }

  /** Returns `undefined` if a budget does not suffice. Throws BUDGET_NOT_HELD, or the reason of the signal. */
  async hold(usd: number, signal: AbortSignal): Promise<HeldMoney | undefined> {
    const held = await this.#reached(signal, () => this.#budgets.hold(this.#shares, { usd, signal }));
    if (!isRooms(held)) return held;
    this.#rooms = held;
    return undefined;
  }

  /** Returns the first budget that has less than this. */
  shortOf(usd: number): BudgetShare | undefined {
    return this.#shares.find((_, at) => (this.#rooms[at]?.left ?? usd) < usd);
  }

  /** Waits until a budget may have so much money. What is known of the rooms is then out of date. */
  async changed(share: BudgetShare, { usd, signal }: { readonly usd: number; readonly signal: AbortSignal }): Promise<void> {
    await this.#reached(signal, () => this.#budgets.changed(share, { usd, signal }));
    this.#rooms = [];
  }

  /** Returns the error about the first budget that does not suffice even if all requests under way cost nothing. */
  refusal(refused: Omit<Refused, 'left'>): Error | undefined {
    const at = this.#rooms.findIndex(({ left, underWay }) => left + underWay < refused.next);
    const [share, room] = [this.#shares[at], this.#rooms[at]];
    return share === undefined || room === undefined ? undefined : budgetReached(share, { ...refused, left: room.left });
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
    const { name = '', position } = this.first?.plan ?? {};
    const { place } = this.#budgets;
    return errors.BUDGET_NOT_HELD({ name, position, place, problem: messageOf(error) }, { position, cause: error });
  }
}

const isRooms = (held: HeldMoney | readonly BudgetRoom[]): held is readonly BudgetRoom[] => Array.isArray(held);
