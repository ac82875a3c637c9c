import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createSdkMcpServer } from '../create-sdk-mcp-server.js';
import { ask, collect, place } from '../query/query.test-kit.js';
import { tool } from '../tool.js';

const bash = { tools: [{ name: 'Bash', input: { command: 'touch made' }, id: 'toolu_b' }] };
const gate = (answer: string) => ({
  gate: createSdkMcpServer({
    name: 'gate',
    tools: [
      tool('may', 'Says whether', { tool_name: z.string(), input: z.record(z.string(), z.unknown()) }, async () => ({
        content: [{ type: 'text', text: answer }],
      })),
    ],
  }),
});

it.each([
  ['{"behavior":"allow"}', true],
  ['{"behavior":"deny","message":"not today"}', false],
  ['yes', false],
  ['null', false],
])('an MCP tool that answers %s for the program allows a call: %s', async (answer, runs) => {
  const at = await place([bash, { text: 'Done.' }]);
  await collect(ask(at, 'go', { mcpServers: gate(answer), permissionPromptToolName: 'mcp__gate__may' }));
  expect(existsSync(join(at.cwd, 'made'))).toBe(runs);
});

it('a missing tool denies with a message', async () => {
  const at = await place([bash, { text: 'Done.' }]);
  await collect(ask(at, 'go', { permissionPromptToolName: 'mcp__gate__may' }));
  expect(JSON.stringify(at.api.requests[1]?.body.messages)).toContain('There is no tool mcp__gate__may');
});

it('a tool and a callback together are refused', async () => {
  const at = await place([]);
  const both = { permissionPromptToolName: 'mcp__gate__may', canUseTool: async () => null };
  await expect((async () => collect(ask(at, 'go', both)))()).rejects.toThrow(/permissionPromptToolName/);
});
