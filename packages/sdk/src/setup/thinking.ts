import type { AgentPlan, ModelPlan } from '@loadout/core';
import type { Options } from '../types/options.js';

type Thinking = NonNullable<ModelPlan['thinking']>;

/** How hard and how long a program wants its model to think. */
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
    ...(effort === undefined ? {} : { effort }),
  };
}

/** The API has it beside the kind of thinking, and none where there is none. */
export const shown = (thinking: Thinking, display: string | null | undefined): Thinking =>
  display === undefined || display === null || thinking.type === 'disabled' ? thinking : { ...thinking, ...{ display } };
