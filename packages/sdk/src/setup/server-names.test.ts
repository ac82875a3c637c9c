import { createHash } from 'node:crypto';
import { wireNames } from '@loadout/core/run';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createSdkMcpServer } from '../create-sdk-mcp-server.js';
import { ask, collect, place } from '../query/query.test-kit.js';
import { tool } from '../tool.js';

const { serverRule, wireName } = wireNames((text) => createHash('sha256').update(text).digest('hex'));

const greet = tool('greet', 'Greets.', { name: z.string() }, async ({ name }) => ({
  content: [{ type: 'text', text: `Hello ${name}` }],
}));

it.each(['my__server', 'a.b', 'k'.repeat(50)])('a server named %s keeps its name wherever a program sees it', async (server) => {
  const name = wireName({ server, name: 'greet' });
  const at = await place([{ tools: [{ name, input: { name: 'Alice' } }] }, { text: 'Done.' }]);
  const asked: unknown[] = [];
  const hooked: unknown[] = [];
  const usage: unknown[] = [];
  const query = ask(at, 'Go', {
    mcpServers: { [server]: createSdkMcpServer({ name: 'demo', tools: [greet] }) },
    agent: 'narrow',
    agents: { narrow: { description: 'Has one tool of its own.', prompt: 'Greet.', tools: ['Read'] } },
    canUseTool: async (_, input, { mcpServer }) => {
      asked.push(mcpServer?.name);
      return { behavior: 'allow', updatedInput: input };
    },
    hooks: {
      PreToolUse: [
        {
          hooks: [
            async (input) => {
              hooked.push((input as { mcp_server?: { name: string } }).mcp_server?.name);
              return {};
            },
          ],
        },
      ],
    },
  });
  const messages = await collect(query, async (message) => {
    if (message.type === 'assistant' && usage.length === 0) usage.push(...(await query.getContextUsage()).mcpTools);
  });
  expect(JSON.stringify(messages)).toContain('Hello Alice');
  expect([asked, hooked]).toEqual([[server], [server]]);
  expect(usage).toEqual([expect.objectContaining({ name, serverName: server })]);
  expect(name.startsWith(`${serverRule(server)}__`)).toBe(true);
});
