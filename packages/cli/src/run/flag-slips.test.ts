import { defineTool } from '@loadout/core';
import { assembleToolPool } from '@loadout/core/run';
import { expect, it } from 'vitest';
import { checkToolsFlag, ruleSlips } from './flag-slips.js';

const tool = (name: string) => defineTool({ name, description: name, call: () => '' });
const agent = { pool: assembleToolPool({ baseTools: [tool('Read'), tool('Bash')], allowed: ['Read'] }) };

it('a rule of a flag that names almost a tool is said; one for a tool that is not here, or was taken away, is not', () => {
  const rules = { deny: ['Raed(x)', 'Bash(rm:*)', 'WebFetch', 'R*'], allow: ['read(y)'] };
  expect(ruleSlips(agent, rules)).toEqual(['The rule Raed(x) does not match any tool of this agent. Did you mean Read?']);
});

it.each([
  [['mcp__docs__find', 'mcp__docs__*', 'Read'], true, undefined],
  [['mcp__docs__find'], false, 'TOOLS_FLAG_UNKNOWN'],
  [['mcp__docs__find', 'Raed'], true, 'TOOLS_FLAG_UNKNOWN'],
])('a tool of --tools that no plugin has may be one that a server has later: %j', (wanted, hasServer, code) => {
  const pool = assembleToolPool({ baseTools: [tool('Read')], allowed: wanted });
  const spec = { mayCome: (name: string) => hasServer && name.startsWith('mcp__') };
  const check = () => checkToolsFlag({ pool, spec }, wanted);
  if (code === undefined) expect(check).not.toThrow();
  else expect(check).toThrow(expect.objectContaining({ code }));
});
