import { defineTool } from '@loadout/core';
import { assembleToolPool } from '@loadout/core/run';
import { expect, it } from 'vitest';
import { ruleSlips } from './flag-slips.js';

const tool = (name: string) => defineTool({ name, description: name, call: () => '' });
const agent = { pool: assembleToolPool({ baseTools: [tool('Read'), tool('Bash')], allowed: ['Read'] }) };

it('a rule of a flag that names almost a tool is said; one for a tool that is not here, or was taken away, is not', () => {
  const rules = { deny: ['Raed(x)', 'Bash(rm:*)', 'WebFetch', 'R*'], allow: ['read(y)'] };
  expect(ruleSlips(agent, rules)).toEqual(['The rule Raed(x) does not match any tool of this agent. Did you mean Read?']);
});
