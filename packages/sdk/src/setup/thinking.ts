import type { ModelPlan } from '@loadout/core/model';
import type { AgentPlan } from '@loadout/core/run';
import { defined } from '@loadout/node';
import type { Options } from '../types/options.js';

type Thinking = NonNullable<ModelPlan['thinking']>;

/** The effort and the length of thinking that a program requests. */
export function thinkingIn({ thinking, maxThinkingTokens, effort }: Options): AgentPlan['model'] {
  const budget = thinking?.type === 'enabled' ? thinking.budgetTokens : thinking === undefined ? maxThinkingTokens : undefined;
  const type = thinking?.type ?? (maxThinkingTokens === 0 ? 'disabled' : maxThinkingTokens === undefined ? undefined : 'enabled');
  const chosen: ModelPlan['thinking'] | undefined =
    type === 'enabled'
      ? budget === undefined
        ? { type: 'adaptive' }
        : { type, budget_tokens: budget }
      : type === undefined
        ? undefined
        : { type };
  return {
    ...(chosen === undefined ? {} : { thinking: shown(chosen, thinking?.display) }),
    ...defined({ effort }),
  };
}

/** Adds the display setting. The API expects it in the thinking setting, and not at all if thinking is disabled. */
export const shown = (thinking: Thinking, display: string | null | undefined): Thinking =>
  display === undefined || display === null || thinking.type === 'disabled' ? thinking : { ...thinking, ...{ display } };
