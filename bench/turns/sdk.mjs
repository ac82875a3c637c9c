// Loop over @anthropic-ai/sdk that does the same work, without anything else.
import Anthropic from '@anthropic-ai/sdk';
import { pageOf, TOOL } from './work.mjs';

const client = new Anthropic({ maxRetries: 0 });
const tools = [{ name: TOOL.name, description: TOOL.description, input_schema: TOOL.inputSchema }];
const messages = [{ role: 'user', content: 'Go.' }];
while (true) {
  const message = await client.messages
    .stream({ model: 'bench', max_tokens: 8192, system: 'Answer.', tools, messages })
    .finalMessage();
  messages.push({ role: 'assistant', content: message.content });
  const uses = message.content.filter((block) => block.type === 'tool_use');
  if (uses.length === 0) break;
  messages.push({
    role: 'user',
    content: uses.map((use) => ({ type: 'tool_result', tool_use_id: use.id, content: pageOf(use.input) })),
  });
}
process.stdout.write(
  `${messages
    .at(-1)
    .content.map((block) => block.text ?? '')
    .join('')}\n`,
);
