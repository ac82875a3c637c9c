import { type BudgetState, EMPTY, roomIn, turned } from '../budget/budget-state.js';
import type { About } from '../budget/messages.js';
import { stateWhere } from '../engine/admin.js';
import type { Endpoint } from '../engine/request.js';
import { BUDGETS } from '../names.js';

/** A budget as the engine has it. US dollars of the present day or month. */
export interface ListedBudget extends About {
  readonly spent: number;
  /** The money that requests without an end may still cost. */
  readonly held: number;
  readonly left: number;
  /** The number of requests without an end. */
  readonly open: number;
}

/** Returns the budgets that requests have used, by name. No worker is needed. */
export async function listBudgets(admin: Endpoint, now: number): Promise<readonly ListedBudget[]> {
  const [abouts, states] = await Promise.all([
    stateWhere<About>(admin, `service_name = '${BUDGETS}' AND key = 'about'`),
    stateWhere<BudgetState>(admin, `service_name = '${BUDGETS}' AND key = 'state'`),
  ]);
  const byObject = new Map(states.map(({ object, value }) => [object, value]));
  return abouts
    .map(({ object, value }) => listed(value, { state: byObject.get(object) ?? EMPTY, now }))
    .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

function listed(about: About, { state: before, now }: { readonly state: BudgetState; readonly now: number }): ListedBudget {
  const state = turned(before, now);
  const { left } = roomIn(state, { of: about, now });
  const spent = about.per === 'day' ? state.spentInDay : state.spentInMonth;
  const open = Object.values(state.holds).filter(({ day }) => about.per === 'month' || day === state.day);
  return { ...about, spent, held: about.usd - spent - left, left, open: open.length };
}
