import { ownPlugin } from '@loadout/core';
import type { logIn as LogIn, logOut as LogOut } from './auth/log-in.js';
import type { diagnoseServer as DiagnoseServer } from './command/diagnose-server.js';
import { optionsSchema } from './config/options.js';
import type { McpServers } from './config/server-config.js';
import type { McpConnectionsOptions } from './connections/connections-options.js';
import { McpConnections } from './connections/mcp-connections.js';
import type { bringBundle as BringBundle } from './registry/bundle-store.js';
import type { fillServer as FillServer } from './registry/fill-server.js';
import type { resolveServer as ResolveServer } from './registry/resolve-server.js';
import type { serveHttp as ServeHttp } from './serve/serve-http.js';
import type { serveStdio as ServeStdio } from './serve/serve-stdio.js';

export { bringListings } from './command/bring-listings.js';
export { connectOptions } from './command/connect-options.js';
export { optionsSchema } from './config/options.js';
export type { McpServers } from './config/server-config.js';
export type { McpConnectionsOptions } from './connections/connections-options.js';
export { fingerprintServers } from './connections/fingerprint-servers.js';
export type { McpConnections } from './connections/mcp-connections.js';
export type { McpServerStatus } from './connections/status.js';
export { errors, table as errorTable } from './errors.js';
export { listMcpResourcesTool } from './offered/list-mcp-resources.js';
export { readMcpResourceTool } from './offered/read-mcp-resource.js';
export { changeSince, fingerprint, type McpFingerprints } from './tools/fingerprint.js';
export { type PinnedServers, type PinnedTools, pinnedTools } from './tools/pinned-tools.js';

import { mcpToolSource } from './tool-source.js';
import type { McpFingerprints } from './tools/fingerprint.js';

// Agents without servers load this package too, so functions that only commands need are loaded on first use.
export const diagnoseServer: typeof DiagnoseServer = async (...given) =>
  (await import('./command/diagnose-server.js')).diagnoseServer(...given);

export const logIn: typeof LogIn = async (...given) => (await import('./auth/log-in.js')).logIn(...given);
export const logOut: typeof LogOut = async (...given) => (await import('./auth/log-in.js')).logOut(...given);
export const fillServer = async (...given: Parameters<typeof FillServer>): Promise<ReturnType<typeof FillServer>> =>
  (await import('./registry/fill-server.js')).fillServer(...given);
export const resolveServer: typeof ResolveServer = async (...given) =>
  (await import('./registry/resolve-server.js')).resolveServer(...given);
export const bringBundle: typeof BringBundle = async (...given) =>
  (await import('./registry/bundle-store.js')).bringBundle(...given);
export const serveHttp: typeof ServeHttp = async (...given) => (await import('./serve/serve-http.js')).serveHttp(...given);
export const serveStdio: typeof ServeStdio = async (...given) => (await import('./serve/serve-stdio.js')).serveStdio(...given);

/** The servers of one session. Nothing is started before its `start` or `ready`. */
export const createMcpConnections = (options: McpConnectionsOptions): McpConnections => new McpConnections(options);

export default ownPlugin({
  name: 'mcp',
  options: optionsSchema,
  setup: ({ options: { servers, instances, approved }, stateDir }) => ({
    toolSource: mcpToolSource({
      servers: { ...servers, ...instances } as McpServers,
      approved: approved as McpFingerprints | undefined,
      stateDir,
    }),
  }),
});
