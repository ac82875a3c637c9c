// A program for the Claude Agent SDK. With "@anthropic-ai/claude-agent-sdk" in the next line, and without `agentConfig`, it is one for that.

import { rmSync } from 'node:fs';
import { createSdkMcpServer, query, tool } from '@loadout/sdk';
import { z } from 'zod/v4';

const findOrder = tool('find_order', 'Finds an order by its number.', { id: z.number() }, async ({ id }) => ({
  content: [{ type: 'text', text: `Order ${id} leaves on Monday` }],
}));

/** Sees each call before it is decided. */
const watch = async ({ tool_name }) => {
  console.log(`hook: ${tool_name}`);
  return {};
};

/** Asked where no rule decides. */
const canUseTool = async (name, input) => {
  console.log(`asked: ${name}`);
  return { behavior: 'allow', updatedInput: input };
};

const messages = query({
  prompt: 'Answer the customer of order 17.',
  options: {
    agentConfig: 'agent.config.yaml', // Loadout's own: plugins, rules and limits of a file, under this program.
    settingSources: [],
    mcpServers: { shop: createSdkMcpServer({ name: 'shop', tools: [findOrder] }) },
    allowedTools: ['mcp__shop__find_order'],
    hooks: { PreToolUse: [{ hooks: [watch] }] },
    canUseTool,
  },
});

for await (const message of messages) {
  if (message.type === 'assistant')
    for (const block of message.message.content) if (block.type === 'text') console.log(`model: ${block.text}`);
  if (message.type === 'result') {
    console.log(`result: ${message.subtype}, ${message.num_turns} turns`);
    for (const { tool_name, tool_input } of message.permission_denials) console.log(`denied: ${tool_name} ${tool_input.command}`);
  }
}

// The example leaves nothing behind, so that the next run prints the same.
rmSync('reply.txt', { force: true });
