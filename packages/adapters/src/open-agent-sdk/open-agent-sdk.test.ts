import { defineTool } from '@loadout/core';
import { describe, expect, it } from 'vitest';
import { assembleToolPool, filterTools, ToolRestrictionStack, toApiTool } from './index.js';

const tool = (name: string, from = '') => defineTool({ name, description: `Does ${name}${from}.`, call: () => from });
const [bash, read, grep, glob, write] = [tool('Bash'), tool('Read'), tool('Grep'), tool('Glob'), tool('Write')] as const;

describe('the pool under the names of the Open Agent SDK (GAP-F10)', () => {
  it('assembleToolPool returns a list, in which the last tool of a name stands', () => {
    const [mine, theirs] = [tool('Read', ' mine'), tool('Read', ' theirs')];
    expect(assembleToolPool({ baseTools: [bash, read], customTools: [mine], mcpTools: [theirs] })).toEqual([bash, theirs]);
    expect(assembleToolPool({ baseTools: [read], customTools: null, mcpTools: null, allowed: null })).toEqual([read]);
    expect(assembleToolPool({ baseTools: [bash, read], allowed: ['Read', 'Bash'], disallowed: ['Bash'] })).toEqual([read]);
  });

  it.each([
    [undefined, undefined, ['Bash', 'Read']],
    [[], [], ['Bash', 'Read']],
    [['Read', 'Write'], null, ['Read']],
    [['read'], null, []],
    [null, ['Read'], ['Bash']],
    [['Read'], ['Read'], []],
  ])('filterTools with allowed %j and disallowed %j returns %j', (allowed, disallowed, names) => {
    expect(filterTools({ tools: [bash, read], allowed, disallowed }).map(({ name }) => name)).toEqual(names);
  });

  it('ToolRestrictionStack is decided by its top, and restores what was there', () => {
    const tools = [bash, read, grep, glob, write];
    const stack = new ToolRestrictionStack();
    stack.push(['bash', 'read']); // Skill A: only Bash and Read
    stack.push(['grep', 'glob']); // Skill B (nested): only Grep and Glob
    expect(stack.currentAllowedToolNames(tools)).toEqual(['Grep', 'Glob']);
    stack.pop(); // Skill B done → back to Bash and Read
    expect(stack.currentAllowedToolNames(tools)).toEqual(['Bash', 'Read']);
    stack.pop(); // Skill A done → restore all tools
    expect(stack.currentAllowedToolNames(tools)).toEqual(['Bash', 'Read', 'Grep', 'Glob', 'Write']);
    stack.pop();
    stack.push([]);
    expect(stack.currentAllowedToolNames(tools)).toEqual([]);
  });

  it('a restriction names a tool by an alias too', () => {
    const ask = defineTool({ name: 'AskUserQuestion', aliases: ['AskUser'], description: 'Asks.', call: () => '' });
    const stack = new ToolRestrictionStack();
    stack.push(['askUser']);
    expect(stack.currentAllowedToolNames([bash, ask])).toEqual(['AskUserQuestion']);
  });

  it('toApiTool has annotations only where a tool gives some, and then all four', () => {
    expect(Object.keys(toApiTool(bash))).toEqual(['name', 'description', 'input_schema']);
    const looks = defineTool({ name: 'Look', description: 'Looks.', annotations: { readOnlyHint: true }, call: () => '' });
    expect(toApiTool(looks).annotations).toEqual({
      ...{ readOnlyHint: true, destructiveHint: true, idempotentHint: false, openWorldHint: false },
    });
  });
});
