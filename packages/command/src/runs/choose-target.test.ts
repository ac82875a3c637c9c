import { isLoadoutError } from '@loadout/core';
import type { Plan } from '@loadout/core/run';
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
  expect(codeOf(planOf('helper'), 'helpr', 'Say hi.')).toContain('AGENT_UNKNOWN');
});

it('an agent of a mounted plugin is not taken for the only agent, unless it is', () => {
  const plan = planOf('notes:scribe', 'notes:editor', 'helper');
  expect(codeOf(plan, 'Say hi.')).toEqual({ agent: 'helper', prompt: 'Say hi.' });
  expect(codeOf(plan, 'notes:scribe', 'Say hi.')).toEqual({ agent: 'notes:scribe', prompt: 'Say hi.' });
  expect(codeOf(planOf('notes:scribe', 'a', 'b'), 'Say hi.')).toContain('AGENT_AMBIGUOUS');
  expect(codeOf(planOf('notes:scribe'), 'Say hi.')).toEqual({ agent: 'notes:scribe', prompt: 'Say hi.' });
});

it('an agent that another program brought in a Markdown file is not taken for the only agent, unless it is', () => {
  const brought = { position: { file: '/repo/.claude/agents/coder.md', line: 2, column: 1 } };
  const own = { position: { file: '/repo/agent.config.yaml', line: 9, column: 5 } };
  const plan = (agents: object) => ({ agents }) as unknown as Plan;
  expect(codeOf(plan({ coder: brought, helper: own, tester: brought }), 'Say hi.')).toEqual({
    agent: 'helper',
    prompt: 'Say hi.',
  });
  expect(codeOf(plan({ coder: brought }), 'Say hi.')).toEqual({ agent: 'coder', prompt: 'Say hi.' });
  expect(codeOf(plan({ coder: brought, tester: brought }), 'Say hi.')).toContain('AGENT_AMBIGUOUS');
});

it.each([
  ['reviwer', ['reviewer'], ' Did you mean reviewer?'],
  ['Reviewer', ['reviewer'], ' Did you mean reviewer?'],
  ['rev', ['reviewer'], ' Did you mean reviewer?'],
  ['reviwer', ['reviewer', 'writer'], ' Did you mean reviewer?'],
  ['code-review', ['helper'], ''],
])('the single word %s is an error where the agents are %j, which names the nearest (U3)', (word, names, near) => {
  expect(codeOf(planOf(...names), word)).toBe(
    `USAGE_AGENT_OR_PROMPT There is no agent "${word}", and a single word like this is not sent as a prompt.${near}`,
  );
});

it('the error about such a word names the way to send it (U3)', () => {
  expect(() => chooseTarget(planOf('reviewer'), ['reviwer'])).toThrow(
    expect.objectContaining({ fix: expect.stringContaining('loadout run -- "reviwer"') }),
  );
});

it.each([['summarise'], ['Go.'], ['hi'], ['review the last commit'], ['/tidy'], ['/assistant'], ['-']])(
  'the prompt %j is a prompt (U3)',
  (prompt) => {
    expect(codeOf(planOf('assistant'), prompt)).toEqual({ agent: 'assistant', prompt });
  },
);

it('a word behind an agent or behind -- is the prompt, whatever it looks like (U3)', () => {
  const plan = planOf('reviewer');
  expect(codeOf(plan, 'reviewer', 'reviwer')).toEqual({ agent: 'reviewer', prompt: 'reviwer' });
  for (const word of ['reviwer', 'reviewer'])
    expect(chooseTarget(plan, [word], { beforeDashes: 0 })).toEqual({ agent: 'reviewer', prompt: word });
  expect(chooseTarget(plan, ['reviewer', 'x'], { beforeDashes: 1 })).toEqual({ agent: 'reviewer', prompt: 'x' });
});
