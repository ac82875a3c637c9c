import { Agent } from '@earendil-works/pi-agent-core';
import { createModels } from '@earendil-works/pi-ai';
import { anthropicProvider } from '@earendil-works/pi-ai/providers/anthropic';
import { pageOf, TOOL } from './work.mjs';

const models = createModels();
models.setProvider(anthropicProvider());
const model = { ...models.getModel('anthropic', 'claude-sonnet-4-6'), baseUrl: process.env.ANTHROPIC_BASE_URL };
const page = {
  name: TOOL.name,
  label: TOOL.name,
  description: TOOL.description,
  parameters: TOOL.inputSchema,
  execute: async (_, input) => ({ content: [{ type: 'text', text: pageOf(input) }], details: {} }),
};
const agent = new Agent({
  initialState: { systemPrompt: 'Answer.', model, tools: [page] },
  streamFn: models.streamSimple.bind(models),
});
await agent.prompt('Go.');
process.stdout.write(`${JSON.stringify(agent.state.messages.at(-1)?.content).slice(-8)}\n`);
