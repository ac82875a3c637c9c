import { describe, expect, it } from 'vitest';
import { assembleToolPool } from '../pool/assemble.js';
import { routeMcpInput } from './parse-input.js';

const tool = (name: string) => ({ name, description: 'Says it.', inputSchema: { type: 'object' }, call: () => 'x' }) as const;
const pool = assembleToolPool({ baseTools: [tool('Read')], mcpTools: [tool('mcp__s__echo'), tool('mcp__a_b__x__y')] });
const routed = (input: unknown) => {
  const { name, input: args } = routeMcpInput({ id: 'c', name: 'McpInput', input }, pool);
  return [name, args];
};

describe('McpInput is a call of the tool that it names (TOOL-MCPIN-01, ALIAS-18)', () => {
  it.each([
    [{ tool: 'mcp__s__echo', a: 1 }, 'mcp__s__echo', { a: 1 }],
    [{ name: 'mcp__s__echo', a: 1 }, 'mcp__s__echo', { a: 1 }],
    [{ server: 's', tool: 'echo', arguments: { a: 1 } }, 'mcp__s__echo', { a: 1 }],
    [{ server: 'a.b', tool: 'x__y' }, 'mcp__a_b__x__y', {}],
    [{ tool: 'mcp__s__echo', name: 'Ada' }, 'mcp__s__echo', { name: 'Ada' }],
  ])('%j', (input, name, args) => {
    expect(routed(input)).toEqual([name, args]);
  });

  it('never calls a tool that no server provides', () => {
    expect(routed({ tool: 'Read', file_path: '/x' })[0]).toBe('McpInput of Read');
    expect(routed({ server: 's', tool: 'gone' })[0]).toBe('McpInput of mcp__s__gone');
    expect(routed(undefined)).toEqual(['McpInput', undefined]);
  });
});
