import type { ServerControl, ServerState } from '@loadout/core/run';
import { defined } from '@loadout/node';
import { errors } from '../../errors.js';
import { waitedFor } from '../../setup/servers.js';
import type { ControlRequest } from '../../types/control.js';
import type { McpServerConfig, McpServerStatus } from '../../types/mcp.js';
import type { Controlled } from './controlled.js';

/** Requests about the MCP servers of a query. */
export const answers = {
  mcp_status: async (_: ControlRequest, engine: Controlled) => ({
    mcpServers: (await serversOf(engine)).list().map(serverStatus),
  }),
  mcp_reconnect: async ({ serverName }: ControlRequest, engine: Controlled) => {
    await (await serversOf(engine)).reconnect(String(serverName));
    return {};
  },
  mcp_toggle: async ({ serverName, enabled }: ControlRequest, engine: Controlled) => {
    await (await serversOf(engine)).toggle(String(serverName), enabled === true);
    return {};
  },
  mcp_set_servers: async ({ servers }: ControlRequest, engine: Controlled) => {
    if (typeof servers !== 'object' || servers === null)
      throw errors.SDK_REQUEST_INVALID({ subtype: 'mcp_set_servers', problem: 'servers is not an object' });
    return (await serversOf(engine)).replace(
      waitedFor(servers as Readonly<Record<string, McpServerConfig>>, engine.options.env ?? process.env),
    );
  },
};

export async function serversOf(engine: Controlled): Promise<ServerControl> {
  const { servers } = await engine.conversation();
  if (servers === undefined) throw errors.SDK_REQUEST_INVALID({ subtype: 'mcp', problem: 'no MCP client is loaded' });
  return servers;
}

export const serverStatus = ({ key, state, problem, info, tools }: ServerState): McpServerStatus => ({
  name: key,
  status: state,
  ...defined({ serverInfo: info, error: problem }),
  tools: tools.map(({ name, description, annotations = {} }) => ({
    name,
    description,
    annotations: {
      ...defined({
        readOnly: annotations.readOnlyHint,
        destructive: annotations.destructiveHint,
        openWorld: annotations.openWorldHint,
      }),
    },
  })),
});
