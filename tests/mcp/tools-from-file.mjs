/** A stdio server with the tools of a JSON file: `node tools-from-file.mjs tools.json`. A call returns the tool's name. */
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'tools-from-file', version: '1.0.0' },
  }),
  'tools/list': () => ({ tools: JSON.parse(readFileSync(process.argv[2], 'utf8')) }),
  'tools/call': ({ name }) => ({ content: [{ type: 'text', text: `called ${name}` }] }),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id !== undefined && answers[method] !== undefined)
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: answers[method](params) })}\n`);
}
