import type { ModelPlan, Usage } from '@loadout/core';
import type { Exchanges } from '../ground/exchange.js';
import type { Ground } from '../ground/ground.js';
import { errors } from '../report/errors.js';
import { addUsage } from '../report/usage.js';

type Spending = Pick<Ground, 'spec'> & Pick<Exchanges, 'counts'> & { readonly parent?: Spending | undefined };

/** What an agent uses, those above it use too: budgets are shared by the whole tree. */
export function spend(run: Spending, { usage, model }: { readonly usage: Usage | undefined; readonly model: ModelPlan }): void {
  for (let one: Spending | undefined = run; one !== undefined; one = one.parent)
    one.counts.totals = addUsage(one.counts.totals, usage, model);
}

/** The money is spent, or its sum is not known any more: no other request is made. Source: LOOP-19. */
export function moneyUsedUp(run: Spending): Error | undefined {
  for (let one: Spending | undefined = run; one !== undefined; one = one.parent) {
    const { usd } = one.spec.limits;
    const { costUsd } = one.counts.totals;
    if (usd === undefined) continue;
    if (costUsd === null) return errors.LIMIT_UNKNOWN({ usd });
    if (costUsd >= usd) return errors.LIMIT_REACHED({ limit: 'US dollars', value: usd });
  }
  return undefined;
}

/** The whole tree has made as many calls as one of its agents may. */
export function callsUsedUp(run: Spending): Error | undefined {
  for (let one: Spending | undefined = run; one !== undefined; one = one.parent) {
    const { toolCalls } = one.spec.limits;
    if (toolCalls !== undefined && one.counts.toolCalls >= toolCalls)
      return errors.LIMIT_REACHED({ limit: 'tool calls', value: toolCalls });
  }
  return undefined;
}
