import { type ContentBlock, isObject } from '@loadout/core';
import type { PoolTool } from '@loadout/core/run';
import type { CallToolResult, ListToolsResult } from '@modelcontextprotocol/sdk/types.js';
import type { HostResult } from '../calls/host-result.js';
import type { HostedCalls } from '../calls/hosted-calls.js';
import { loadPeer } from '../load-peer.js';
import { inputJson } from './host-schema.js';

export interface ClaudeAgentSdkOptions {
  /** The name of the server: the tools are called `mcp__<name>__<tool>`. Default `loadout`. */
  readonly name?: string | undefined;
}

/** A server in this process, as `createSdkMcpServer` of the Claude Agent SDK returns it. */
export interface ClaudeAgentSdkServer {
  readonly type: 'sdk';
  readonly name: string;
  /** An `McpServer` of the MCP SDK. The type fits every version of that package, which need not be installed. */
  readonly instance: never;
}

/**
 * Serves the tools in this process. The server lists each JSON Schema as it is, which the SDK's own `tool()`, made for zod
 * shapes, could not.
 */
export async function claudeAgentSdkServer(
  calls: HostedCalls,
  { name = 'loadout' }: ClaudeAgentSdkOptions = {},
): Promise<ClaudeAgentSdkServer> {
  const { McpServer: Server, ListToolsRequestSchema, CallToolRequestSchema } = await loadMcp();
  const instance = new Server({ name, version: '1.0.0' }, { capabilities: { tools: {} } });
  instance.server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: calls.tools.map(listed) }));
  instance.server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const id = params._meta?.['claudecode/toolUseId'];
    const input = params.arguments ?? {};
    return toMcp(await calls.call({ id: typeof id === 'string' ? id : undefined, name: params.name, input, signal }));
  });
  return { type: 'sdk', name, instance: instance as never };
}

const loadMcp = () =>
  loadPeer(
    async () => ({
      ...(await import('@modelcontextprotocol/sdk/server/mcp.js')),
      ...(await import('@modelcontextprotocol/sdk/types.js')),
    }),
    { name: '@modelcontextprotocol/sdk', needs: 'claudeAgentSdk()' },
  );

const listed = (tool: PoolTool): ListToolsResult['tools'][number] => ({
  name: tool.name,
  description: tool.api.description,
  inputSchema: inputJson(tool) as ListToolsResult['tools'][number]['inputSchema'],
  annotations: { ...tool.annotations },
});

const toMcp = ({ content, isError, structuredContent }: HostResult): CallToolResult => ({
  content: content.map(mcpBlock),
  ...(isError ? { isError } : {}),
  ...(isObject(structuredContent) ? { structuredContent } : {}),
});

function mcpBlock(block: ContentBlock): CallToolResult['content'][number] {
  if (block.type === 'resource_link') return { ...block, name: block.name ?? block.uri };
  if (block.type !== 'resource') return block;
  const { uri, mimeType, text = '', blob } = block.resource;
  const known = { uri, ...(mimeType === undefined ? {} : { mimeType }) };
  return { type: 'resource', resource: blob === undefined ? { ...known, text } : { ...known, blob } };
}
