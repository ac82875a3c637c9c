// The floor: the same work over node:http, with a reader of its own, and every message serialised once.
import { Agent, request } from 'node:http';
import { pageOf, TOOL } from './work.mjs';

const agent = new Agent({ keepAlive: true });
const url = new URL('/v1/messages', process.env.ANTHROPIC_BASE_URL);
const tools = [{ name: TOOL.name, description: TOOL.description, input_schema: TOOL.inputSchema }];
const head = JSON.stringify({ model: 'bench', max_tokens: 8192, stream: true, system: 'Answer.', tools }).slice(0, -1);
const chunks = [Buffer.from(`${head},"messages":[`)];
const push = (message, comma = ',') => chunks.push(Buffer.from(`${comma}${JSON.stringify(message)}`));

function post() {
  return new Promise((resolve, reject) => {
    const body = Buffer.concat([...chunks, Buffer.from(']}')]);
    const headers = { 'content-type': 'application/json', 'x-api-key': 'bench', 'anthropic-version': '2023-06-01' };
    const sent = request(url, { method: 'POST', agent, headers: { ...headers, 'content-length': body.length } }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part) => {
        text += part;
      });
      response.on('end', () => resolve(text));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** The blocks of an answer out of its events. */
function blocksOf(text) {
  const blocks = [];
  for (const line of text.split('\n')) {
    if (!line.startsWith('data: ')) continue;
    const event = JSON.parse(line.slice(6));
    if (event.type === 'content_block_start') blocks.push({ ...event.content_block, json: '' });
    if (event.type !== 'content_block_delta') continue;
    if (event.delta.type === 'text_delta') blocks.at(-1).text += event.delta.text;
    if (event.delta.type === 'input_json_delta') blocks.at(-1).json += event.delta.partial_json;
  }
  return blocks.map(({ json, ...block }) => (json === '' ? block : { ...block, input: JSON.parse(json) }));
}

push({ role: 'user', content: 'Go.' }, '');
while (true) {
  const content = blocksOf(await post());
  push({ role: 'assistant', content });
  const uses = content.filter((block) => block.type === 'tool_use');
  if (uses.length === 0) {
    process.stdout.write(`${content.map((block) => block.text ?? '').join('')}\n`);
    break;
  }
  push({ role: 'user', content: uses.map((use) => ({ type: 'tool_result', tool_use_id: use.id, content: pageOf(use.input) })) });
}
agent.destroy();
