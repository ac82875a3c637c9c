import type { ServerControl, ServerState } from '@loadout/core';
import type { McpServers } from './config/server-config.js';
import type { McpConnections } from './connections/mcp-connections.js';

/** What a host may do with the servers of a session, whatever it calls them by. Source: CTRL-11. */
export const serverControl = (connections: McpConnections): ServerControl => ({
  list: () => {
    const tools = connections.tools();
    return connections.status().map(({ key, state, problem, info }): ServerState => {
      const own = tools.filter((tool) => tool.mcp.server === key);
      return {
        key,
        state,
        problem,
        ...(info === undefined ? {} : { info: { name: info.name ?? key, version: info.version ?? '' } }),
        tools: own.map(({ mcp, description, annotations }) => ({ name: mcp.tool, description, annotations })),
      };
    });
  },
  reconnect: (key) => connections.reconnect(key),
  toggle: (key, on) => connections.toggle(key, on),
  replace: (servers) => connections.setServers(servers as McpServers),
});
