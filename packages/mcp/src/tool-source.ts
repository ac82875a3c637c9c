import type { OpenToolSource, ToolSource, ToolSourceSession } from '@loadout/core';
import type { McpServers } from './config/server-config.js';
import { McpConnections } from './connections/mcp-connections.js';
import { listMcpResourcesTool } from './tools/list-mcp-resources.js';
import { readMcpResourceTool } from './tools/read-mcp-resource.js';
import { wireName } from './tools/wire-name.js';

/** The servers of a configuration, connected anew for each session. */
export function mcpToolSource(servers: McpServers = {}): ToolSource {
  return { open: (session) => openServers(servers, session) };
}

/** Only servers of which the agent could see a tool are started. */
function openServers(servers: McpServers, session: ToolSourceSession): OpenToolSource {
  const wanted = Object.entries(servers).filter(([server]) => session.mayOffer(prefixOf(server)));
  const connections = new McpConnections({
    servers: Object.fromEntries(wanted),
    cwd: session.cwd,
    roots: session.roots.filter((root) => root !== session.cwd),
    env: session.env,
    signal: session.signal,
    onNotice: ({ server, message }) => session.notice(`MCP server "${server}": ${message}`),
  });
  const resources = [listMcpResourcesTool(connections), readMcpResourceTool(connections)];
  return {
    ready: () => connections.ready(),
    tools: () => [...connections.tools(), ...(wanted.length === 0 ? [] : resources)],
    onChange: (listener) =>
      void connections.onChange(({ what }) => {
        if (what === 'tools' || what === 'status') listener();
      }),
    close: () => connections.close(),
  };
}

const prefixOf = (server: string) => wireName({ server, name: '' });
