import type { Line } from './wire.test-kit.js';

export const DEMO_FLAG = '{"mcpServers":{"demo_tools":{"type":"sdk","name":"demo_tools"}}}';

const RESULTS: Readonly<Record<string, (params: Line) => unknown>> = {
  initialize: () => ({
    protocolVersion: '2024-11-05',
    capabilities: { tools: {} },
    serverInfo: { name: 'demo_tools', version: '1.0.0' },
  }),
  'tools/list': () => ({
    tools: [
      {
        name: 'greet',
        description: 'Greet someone by name',
        inputSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
      },
    ],
  }),
  'tools/call': ({ arguments: given }) => ({
    content: [{ type: 'text', text: `Hello, ${String((given as Line).name)}! Welcome.` }],
  }),
};

/** The MCP server of the trace, as it lives in the program. `call` is what it answers to tools/call. */
export const demoServer =
  (call = RESULTS['tools/call'], acknowledgement: Line = { jsonrpc: '2.0', result: {} }) =>
  ({ message }: Line): unknown => {
    const { id, method, params } = message as { id?: number; method: string; params?: Line };
    if (id === undefined) return { mcp_response: acknowledgement };
    const result = (method === 'tools/call' ? call : RESULTS[method])?.(params ?? {});
    return { mcp_response: { jsonrpc: '2.0', id, result } };
  };

export const GREET = { tools: [{ name: 'mcp__demo_tools__greet', input: { name: 'Alice' }, id: 'toolu_alice' }] };
export const allow = ({ input }: Line): unknown => ({ behavior: 'allow', updatedInput: input });
