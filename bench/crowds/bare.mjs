// A session as one would write it over @anthropic-ai/sdk, without a journal.
import Anthropic from '@anthropic-ai/sdk';
import { look, resultOf, runCrowd, system } from './shape.mjs';

const client = new Anthropic({ maxRetries: 0 });
const tools = [{ name: look.name, description: look.description, input_schema: look.schema }];

runCrowd(async () => {
  const messages = [{ role: 'user', content: 'Go.' }];
  while (true) {
    const message = await client.messages.stream({ model: 'bench', max_tokens: 8192, system, tools, messages }).finalMessage();
    messages.push({ role: 'assistant', content: message.content });
    const uses = message.content.filter((block) => block.type === 'tool_use');
    if (uses.length === 0) return;
    messages.push({
      role: 'user',
      content: uses.map((use) => ({ type: 'tool_result', tool_use_id: use.id, content: resultOf(use.input) })),
    });
  }
});
