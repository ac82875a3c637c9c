import { isLoadoutError, type Plan } from '@loadout/core';
import { expect, it } from 'vitest';
import { chooseTarget } from './choose-target.js';

const planOf = (...names: string[]) => ({ agents: Object.fromEntries(names.map((name) => [name, {}])) }) as unknown as Plan;
const codeOf = (plan: Plan, ...given: string[]) => {
  try {
    return chooseTarget(plan, given);
  } catch (error) {
    if (isLoadoutError(error)) return `${error.code} ${error.message}`;
    throw error;
  }
};

it('one argument that names an agent is the agent, otherwise it is the prompt', () => {
  expect(codeOf(planOf('helper'), 'helper')).toEqual({ agent: 'helper', prompt: undefined });
  expect(codeOf(planOf('helper'), 'Say hi.')).toEqual({ agent: 'helper', prompt: 'Say hi.' });
  expect(codeOf(planOf('a', 'b'), 'b', 'Say hi.')).toEqual({ agent: 'b', prompt: 'Say hi.' });
  expect(codeOf(planOf('helper'))).toEqual({ agent: 'helper', prompt: undefined });
});

it('with several agents one must be named', () => {
  expect(codeOf(planOf('reviewer', 'writer'), 'Say hi.')).toContain('AGENT_AMBIGUOUS');
  expect(codeOf(planOf('reviewer', 'writer'), 'reviwer')).toBe(
    'AGENT_UNKNOWN There is no agent "reviwer" in the configuration. Did you mean "reviewer"?',
  );
  expect(codeOf(planOf('helper'), 'helpr', 'Say hi.')).toContain('AGENT_UNKNOWN');
});
