import { type AnyTool, defineTool } from '@loadout/core';
import type { McpConnections } from '../connections/mcp-connections.js';

/** Source: TOOL-MCPR-01, ALIAS-16. */
export function listMcpResourcesTool(connections: McpConnections): AnyTool {
  return defineTool({
    name: 'ListMcpResources',
    aliases: ['ListMcpResourcesTool', 'ListMcpRes'],
    description:
      'Lists the resources of the connected MCP servers, as a JSON array of {server, uri, name, mimeType?, description?}. ' +
      'Without "server" all servers are asked, each time anew; at most 1,000 of each are shown. Read one with ReadMcpResource.',
    inputSchema: {
      type: 'object',
      properties: { server: { type: 'string', description: 'The key of one server.' } },
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: true },
    isConcurrencySafe: true,
    async call({ server }, { signal }) {
      const { items, problems } = await connections.resources(server, signal);
      const told = problems.map((one) => `The server "${one.server}" could not be asked: ${one.problem}.`);
      if (items.length === 0 && told.length > 0) return { content: told.join('\n'), isError: true };
      const found = items.length === 0 ? 'There are no resources.' : JSON.stringify(items, null, 2);
      return { content: [found, ...told].join('\n\n'), structuredContent: { resources: items } };
    },
  });
}
