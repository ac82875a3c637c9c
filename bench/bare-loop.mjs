// The yardstick: what somebody writes over @anthropic-ai/sdk in one file, with one tool and nothing else.
import { readFileSync } from 'node:fs';
import Anthropic from '@anthropic-ai/sdk';

const client = new Anthropic({ apiKey: 'bench', maxRetries: 0 });
const tools = [
  {
    name: 'Read',
    description: 'Reads a file.',
    input_schema: { type: 'object', properties: { file_path: { type: 'string' } }, required: ['file_path'] },
  },
];
const read = ({ file_path }) =>
  readFileSync(file_path, 'utf8')
    .split('\n')
    .map((line, index) => `${index + 1}\t${line}`)
    .join('\n');

const messages = [{ role: 'user', content: process.argv[2] ?? 'Go.' }];
while (true) {
  const message = await client.messages
    .stream({ model: 'bench', max_tokens: 8192, system: 'Answer.', tools, messages })
    .finalMessage();
  messages.push({ role: 'assistant', content: message.content });
  const uses = message.content.filter((block) => block.type === 'tool_use');
  if (uses.length === 0) break;
  messages.push({
    role: 'user',
    content: uses.map((use) => ({ type: 'tool_result', tool_use_id: use.id, content: read(use.input) })),
  });
}
process.stdout.write(
  `${messages
    .at(-1)
    .content.map((block) => block.text ?? '')
    .join('')}\n`,
);
