import type { BudgetPlan, BudgetShare } from '@loadout/core/run';
import { errors } from './errors.js';
import { dayOf } from './ledger-days.js';

/** The day or month of a budget, in UTC. */
export const periodOf = ({ per }: BudgetPlan, now: number): string => dayOf(now).slice(0, per === 'day' ? 10 : 7);

/** The time at which the next day or month of a budget begins, in UTC. */
function nextPeriod({ per }: BudgetPlan, now: number): string {
  const date = new Date(now);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  const next = per === 'day' ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1, 1);
  return `${new Date(next).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** A request that does not fit into a budget. */
export interface Refused {
  readonly left: number;
  readonly model: string;
  /** The cost of a short answer. */
  readonly next: number;
  readonly now: number;
}

/** Returns BUDGET_REACHED. */
export function budgetReached({ plan, agent, user }: BudgetShare, { left, model, next, now }: Refused): Error {
  const { name, usd, per, position } = plan;
  const opens = nextPeriod(plan, now);
  return errors.BUDGET_REACHED({ name, position, usd, per, agent, user, spent: usd - left, model, next, opens }, { position });
}
