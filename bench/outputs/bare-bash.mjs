// The yardstick: a loop over @anthropic-ai/sdk in one file, whose one tool collects all output of a bare spawn and gives the model its beginning.
import { spawn } from 'node:child_process';
import Anthropic from '@anthropic-ai/sdk';

const MOST_CHARS = 30_000;
const client = new Anthropic({ apiKey: 'bench', maxRetries: 0 });
const tools = [
  {
    name: 'Bash',
    description: 'Runs a command.',
    input_schema: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] },
  },
];

function bash({ command }) {
  return new Promise((settle, fail) => {
    const child = spawn('bash', ['--noprofile', '--norc', '-c', command], { stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk));
    child.on('error', fail);
    child.on('close', () => settle(Buffer.concat(chunks).toString()));
  });
}

const messages = [{ role: 'user', content: 'Go.' }];
while (true) {
  const message = await client.messages
    .stream({ model: 'bench', max_tokens: 8192, system: 'Answer.', tools, messages })
    .finalMessage();
  messages.push({ role: 'assistant', content: message.content });
  const uses = message.content.filter((block) => block.type === 'tool_use');
  if (uses.length === 0) break;
  const content = [];
  for (const { id, input } of uses)
    content.push({ type: 'tool_result', tool_use_id: id, content: (await bash(input)).slice(0, MOST_CHARS) });
  messages.push({ role: 'user', content });
}
