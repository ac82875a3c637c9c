import { defineTool } from '@loadout/core';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openLab } from '../lab.test-kit.js';

async function connected(...given: Parameters<typeof openLab>) {
  const lab = await openLab(...given);
  const { instance, ...server } = await lab.kit.claudeAgentSdk({ name: 'lab' });
  const client = new Client({ name: 'test', version: '1.0.0' });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([(instance as McpServer).connect(far), client.connect(near)]);
  onTestFinished(() => client.close());
  return { ...lab, client, server };
}

describe('the server for the Claude Agent SDK', () => {
  it('lists the JSON Schemas as they are, with optional parameters and hints', async () => {
    const schema = {
      type: 'object',
      properties: { id: { type: 'string', pattern: '^a' }, more: { oneOf: [{ type: 'string' }, { type: 'number' }] } },
      required: ['id'],
    } as const;
    const find = defineTool({
      name: 'find',
      description: 'Finds.',
      inputSchema: schema,
      annotations: { readOnlyHint: true },
      call: () => 'found',
    });
    const { client, server } = await connected({}, [find]);
    expect(server).toEqual({ type: 'sdk', name: 'lab' });
    const { tools } = await client.listTools();
    expect(tools.find(({ name }) => name === 'lab__find')).toMatchObject({
      description: 'Finds.',
      inputSchema: schema,
      annotations: { readOnlyHint: true },
    });
  });

  it('runs each call through the rules, under the id of the tool use', async () => {
    const { client, ran } = await connected({ permissions: { allow: ['lab__stamp'] } });
    const call = { name: 'lab__stamp', arguments: { what: 'a' }, _meta: { 'claudecode/toolUseId': 'toolu_1' } };
    expect(await client.callTool(call)).toEqual({ content: [{ type: 'text', text: 'Stamped a.' }] });
    expect(ran).toEqual(['a']);
    const { client: asking } = await connected();
    expect(await asking.callTool(call)).toMatchObject({ isError: true });
  });
});
