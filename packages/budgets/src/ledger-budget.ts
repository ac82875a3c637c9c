import { messageOf } from '@loadout/core';
import type { BudgetPlan } from '@loadout/core/run';
import { budgetReached, periodOf } from './budget-period.js';
import { errors } from './errors.js';
import { dayFile, dayOf } from './ledger-days.js';
import type { AskedLine, LedgerLine } from './ledger-line.js';
import { isUnderWay } from './ledger-requests.js';
import { LedgerTail } from './ledger-tail.js';

/** The requests that a budget counts, among all of the ledger. */
export interface BudgetScope {
  /** Absent: of any configuration. */
  readonly config?: string | undefined;
  readonly agent?: string | undefined;
  readonly user?: string | undefined;
}

const DAY_MS = 24 * 60 * 60 * 1000;

type Held = Pick<AskedLine, 'by' | 'at'> & { readonly usd: number };

/** The money of one budget in its present day or month, as the ledger tells it. */
export class LedgerBudget {
  readonly #plan: BudgetPlan;
  readonly #dir: string;
  readonly #scope: BudgetScope;
  #period = '';
  #tails = new Map<string, LedgerTail>();
  /** Days whose files no process appends to any more. */
  #done = new Set<string>();
  #spent = 0;
  /** Requests without an end. */
  #held = new Map<string, Held>();
  /** The money that was left before the request of this id was written. */
  #leftAt: { readonly id: string; readonly left: number } | undefined;

  constructor(plan: BudgetPlan, { dir, scope }: { readonly dir: string; readonly scope: BudgetScope }) {
    this.#plan = plan;
    this.#dir = dir;
    this.#scope = scope;
  }

  /** Reads the ledger and returns the money that is neither spent nor held. */
  left(now: number): number {
    this.#read(now);
    return this.#left();
  }

  /**
   * Returns the money that was left when a request was written, without the requests that were written later. So of two requests
   * that are written at once exactly one comes first, whatever processes they are from.
   */
  leftBefore(id: string, now: number): number {
    this.#read(now, id);
    return this.#leftAt?.id === id ? this.#leftAt.left : this.#left();
  }

  get plan(): BudgetPlan {
    return this.#plan;
  }

  /** Returns the money that may be freed, since it is held by requests that are under way, not by killed processes. */
  heldUnderWay(now: number): number {
    let sum = 0;
    for (const held of this.#held.values()) if (isUnderWay(held, now)) sum += held.usd;
    return sum;
  }

  refusal(now: number, { model, next }: { readonly model: string; readonly next: number }): Error {
    const { agent, user } = this.#scope;
    return budgetReached({ plan: this.#plan, agent, user }, { left: this.left(now), model, next, now });
  }

  #left(): number {
    let left = this.#plan.usd - this.#spent;
    for (const { usd } of this.#held.values()) left -= usd;
    return left;
  }

  #read(now: number, until?: string): void {
    this.#turnTo(now);
    const take = (line: LedgerLine) => {
      if (until !== undefined && 'id' in line && line.id === until) this.#leftAt = { id: until, left: this.#left() };
      this.#take(line);
      return !('id' in line && line.id === until);
    };
    for (const day of daysOf(this.#plan, now)) {
      if (this.#done.has(day)) continue;
      const tail = this.#tails.get(day) ?? new LedgerTail(dayFile(this.#dir, day));
      this.#tails.set(day, tail);
      this.#readTail(tail, take);
      // An answer may end on the day after its request, and not later.
      if (now - Date.parse(day) > 2 * DAY_MS) this.#done.add(day);
    }
  }

  /** Throws BUDGET_NOT_HELD if the ledger cannot be read: it may hold requests that used up the money. */
  #readTail(tail: LedgerTail, take: (line: LedgerLine) => boolean): void {
    try {
      tail.read(take);
    } catch (error) {
      throw this.notHeld(messageOf(error));
    }
  }

  notHeld(problem: string): Error {
    const { name, position } = this.#plan;
    return errors.BUDGET_NOT_HELD({ name, position, dir: this.#dir, problem }, { position });
  }

  /** Begins anew in a new day or month. */
  #turnTo(now: number): void {
    const period = periodOf(this.#plan, now);
    if (period === this.#period) return;
    this.#period = period;
    this.#spent = 0;
    this.#held = new Map();
    this.#tails = new Map();
    this.#done = new Set();
  }

  #take(line: LedgerLine): void {
    if ('id' in line) {
      if (this.#counts(line)) this.#held.set(line.id, { by: line.by, at: line.at, usd: line.worst ?? 0 });
      return;
    }
    const held = this.#held.get(line.of);
    if (held === undefined) return;
    this.#held.delete(line.of);
    // An answer whose usage is unknown counts as its highest plausible cost.
    this.#spent += line.usd ?? held.usd;
  }

  #counts({ config, agents, user }: AskedLine): boolean {
    const wanted = this.#scope;
    return (
      (wanted.config === undefined || wanted.config === config) &&
      (wanted.agent === undefined || agents.includes(wanted.agent)) &&
      (wanted.user === undefined || wanted.user === user)
    );
  }
}

function daysOf(plan: BudgetPlan, now: number): readonly string[] {
  const today = dayOf(now);
  if (plan.per === 'day') return [today];
  return Array.from(
    { length: Number(today.slice(8)) },
    (_, index) => `${today.slice(0, 8)}${String(index + 1).padStart(2, '0')}`,
  );
}
