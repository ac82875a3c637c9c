import type { ServerControl, ServerState } from '@loadout/core/run';
import { defined } from '@loadout/node';
import type { McpServers } from './config/server-config.js';
import type { McpConnections } from './connections/mcp-connections.js';
import type { McpResourceContent } from './connections/requests.js';
import { serverRule } from './wire-names.js';

export interface McpServerControl extends ServerControl {
  /**
   * Reads a resource unchanged, for a host that shows it. Contract: rejects for an unknown key, and with the error of the server.
   */
  readResource(key: string, uri: string): Promise<readonly McpResourceContent[]>;
  /** Returns `mcp__<key>`, the name of the server in permission rules, also for a server that is not connected. */
  ruleName(key: string): string;
}

/** The operations of a host on the servers of a session, under neutral names. Source: CTRL-11. */
export const serverControl = (connections: McpConnections): McpServerControl => ({
  list: () => {
    const tools = connections.tools();
    return connections.status().map(({ key, state, problem, info, instructions }): ServerState => {
      const own = tools.filter((tool) => tool.mcp.server === key);
      return {
        key,
        state,
        problem,
        ...(info === undefined ? {} : { info: { name: info.name ?? key, version: info.version ?? '' } }),
        ...defined({ instructions }),
        tools: own.map(({ mcp, description, annotations }) => ({ name: mcp.tool, description, annotations })),
      };
    });
  },
  reconnect: (key) => connections.reconnect(key),
  toggle: (key, on) => connections.toggle(key, on),
  replace: (servers) => connections.setServers(servers as McpServers),
  readResource: (key, uri) => connections.readResource(key, uri),
  ruleName: serverRule,
});
