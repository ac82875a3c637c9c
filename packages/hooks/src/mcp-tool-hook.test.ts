import { tmpdir } from 'node:os';
import type { HookContext } from '@loadout/core';
import { describe, expect, it } from 'vitest';
import { hookKit } from './hook.test-kit.js';

const { make, ask, problems } = hookKit(tmpdir);
const entry = {
  type: 'mcp_tool',
  server: 'my crm',
  tool: 'check',
  input: { path: '${tool_input.file_path}', all: ['<${tool_input}>', 1] },
};

/** An agent with one tool that records its inputs in `calls`. */
function tool(content: string, isError = false) {
  const calls: unknown[] = [];
  const callTool: NonNullable<HookContext['callTool']> = async (name, { input }) => {
    calls.push(name, input);
    return { toolUseId: 't', content, typedContent: [], isError };
  };
  return { calls, callTool };
}

describe('an mcp_tool hook (HOOK-15)', () => {
  it('calls the tool by the name that the model knows, with the fields of the event put in', async () => {
    const agent = tool('{"decision":"block","reason":"not that file"}');
    const fields = { tool_input: { file_path: '/a "b"' } };
    expect(await ask(await make(entry), 'PreToolUse', fields, agent)).toEqual({ decision: 'block', reason: 'not that file' });
    expect(agent.calls).toEqual(['mcp__my_crm__check', { path: '/a "b"', all: ['<{"file_path":"/a \\"b\\""}>', 1] }]);
  });

  it('puts in nothing for a field that is not there, own or inherited', async () => {
    const agent = tool('');
    await ask(await make({ ...entry, input: { a: '${tool_input.constructor.name}${x.y}' } }), 'PreToolUse', {}, agent);
    expect(agent.calls[1]).toEqual({ a: '' });
  });

  it('whose server is not there, or whose tool fails, is a problem that blocks nothing, unless onFailure is block', async () => {
    const hook = await make(entry);
    expect(await ask(hook, 'PreToolUse', {}, { callTool: async () => undefined })).toBeUndefined();
    expect(problems).toEqual(['the agent has no tool check of the MCP server my crm']);
    expect(await ask(hook, 'PreToolUse', {}, tool('{"decision":"block"}', true))).toBeUndefined();
    expect(problems[0]).toMatch(/^the tool failed: /);
    await expect(ask(await make({ ...entry, onFailure: 'block' }), 'PreToolUse')).rejects.toThrow('has no tool check');
  });
});
