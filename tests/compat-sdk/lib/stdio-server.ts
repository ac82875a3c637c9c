/** An MCP server in one file, without a package. */
export const STDIO = `
import { createInterface } from 'node:readline';
const say = (id, result) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize')
    say(id, { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'env', version: '1.0.0' } });
  if (method === 'tools/list')
    say(id, { tools: [{ name: 'word', description: 'The word', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } }] });
  if (method === 'tools/call') say(id, { content: [{ type: 'text', text: 'the word is ' + process.env.WORD }] });
}`;
