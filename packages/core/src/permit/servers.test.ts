import { describe, expect, it } from 'vitest';
import { assembleToolPool, prepareTool, RestrictionStack } from '../pool/assemble.js';
import { decide } from './decide.js';
import { callOf, layersOf, rule } from './decide.test-kit.js';

const ofServer = (name: string, server: string) => ({
  name,
  description: 'For a test.',
  inputSchema: { type: 'object' },
  call: () => '',
  mcp: { server },
});
const decided = (behavior: 'allow' | 'deny', text: string, [name, key]: readonly [string, string]) =>
  decide(
    callOf(name, [], { tool: prepareTool(ofServer(name, key), { kind: 'mcp', from: 'mcp' }) }),
    layersOf([rule(behavior, text)]),
  ).behavior;

describe('a rule that names an MCP server matches that server only (C8)', () => {
  it.each([
    ['mcp__a__*', 'mcp__a__find', 'a', true],
    ['mcp__a__f*', 'mcp__a__find', 'a', true],
    ['mcp__a', 'mcp__a__find', 'a', true],
    ['mcp__a__b__c', 'mcp__a__b__c', 'a', true],
    ['mcp__a__b__*', 'mcp__a__b__c', 'a', true],
    ['mcp__a__*', 'mcp__a__b__c', 'a', true],
    ['mcp__a__*', 'mcp__a__b__c', 'a__b', false],
    ['mcp__a__b*', 'mcp__a__b__c', 'a__b', false],
    ['mcp__a', 'mcp__a__b__c', 'a__b', false],
    ['mcp__a__b__*', 'mcp__a__b__c', 'a__b', true],
    ['mcp__a__b', 'mcp__a__b__c', 'a__b', true],
    ['mcp__a__b', 'mcp__a__b__c', 'a', false],
    ['mcp__A__*', 'mcp__a__find', 'a', true],
    ['mcp__a_*__*', 'mcp__a__find', 'a', undefined],
  ] as const)('allow %s, %s of the server %s: %s', (text, name, key, passes) => {
    if (passes === undefined) expect(() => rule('allow', text)).toThrow('may only be allowed as');
    else expect(decided('allow', text, [name, key])).toBe(passes ? 'allow' : 'ask');
  });

  it.each(['mcp__a__*', 'mcp__a', 'mcp__*', 'mcp__a__b*', 'mcp__a__b'])(
    'a deny rule compares the text, which matches more: %s',
    (text) => expect(decided('deny', text, ['mcp__a__b__c', 'a__b'])).toBe('deny'),
  );

  it('lists of tools and restrictions match that server only, too', () => {
    const tools = [ofServer('mcp__a__x', 'a'), ofServer('mcp__a__b__c', 'a__b')];
    const pool = assembleToolPool({ baseTools: [], mcpTools: tools as never, allowed: ['mcp__a__*'] });
    expect(pool.tools.map(({ name }) => name)).toEqual(['mcp__a__x']);
    const stack = new RestrictionStack();
    stack.push(['mcp__a__*']);
    const all = assembleToolPool({ baseTools: [], mcpTools: tools as never });
    expect(stack.visible(all).tools.map(({ name }) => name)).toEqual(['mcp__a__x']);
    const none = assembleToolPool({ baseTools: [], mcpTools: tools as never, disallowed: ['mcp__a__*'] });
    expect(none.tools).toEqual([]);
  });

  it('a name that does not begin with the server’s prefix is not believed', () => {
    const origin = prepareTool(ofServer('mcp__a__x', 'b'), { kind: 'mcp', from: 'mcp' }).origin;
    expect(origin).toEqual({ kind: 'mcp', from: 'mcp' });
  });
});

describe('a rule McpInput means every tool of every server, and no other tool (G8, ALIAS-18)', () => {
  it.each(['mcp__a__find', 'mcp__b__drop'] as const)('of %s', (name) => {
    const server = name.slice(5, 6);
    expect(decided('allow', 'McpInput', [name, server])).toBe('allow');
    expect(decided('deny', 'McpInput', [name, server])).toBe('deny');
  });

  it('not of a tool that only looks like one', () => {
    expect(decided('allow', 'McpInput', ['mcp__a__find', 'b'])).toBe('ask');
    expect(decided('deny', 'McpInput', ['Read', 'a'])).toBe('ask');
  });

  it('in lists of tools as well', () => {
    const lists = (allowed: readonly string[], disallowed: readonly string[] = []) =>
      assembleToolPool({
        baseTools: [ofServer('Read', '')],
        mcpTools: [ofServer('mcp__a__find', 'a')],
        allowed,
        disallowed,
      }).tools.map(({ name }) => name);
    expect(lists(['McpInput'])).toEqual(['mcp__a__find']);
    expect(lists(['*'], ['McpInput'])).toEqual(['Read']);
  });
});
