import { join } from 'node:path';
import type { Plan } from '@loadout/core';
import type { McpConnectionsOptions, McpFingerprints, McpServers } from '@loadout/mcp';
import { childEnvironment, stateDir } from '@loadout/runner';
import type { Io } from '../io.js';
import { loadPackage } from './load-package.js';

/** Loads the MCP client. Throws PACKAGE_MISSING. */
export const loadMcpClient = (configDir: string, needs: string): Promise<typeof import('@loadout/mcp')> =>
  loadPackage('@loadout/mcp', {
    configDir,
    needs,
    names: ['createMcpConnections', 'fingerprintServers', 'logIn', 'logOut', 'pinnedTools'],
  });

/** The options with which a run would connect these servers of the plan. */
export function connectOptions(plan: Plan, { io, keys }: { readonly io: Pick<Io, 'env'>; readonly keys: readonly string[] }) {
  const named = keys.flatMap((key) => {
    const server = plan.mcpServers?.[key];
    return server === undefined ? [] : [{ key, server }];
  });
  const approved = named.flatMap(({ key, server }) => (server.approved === undefined ? [] : [[key, server.approved] as const]));
  const options = {
    // The client itself checks each entry and reports its problems.
    servers: Object.fromEntries(named.map(({ key, server }) => [key, server.options])) as McpServers,
    cwd: plan.workspace,
    roots: plan.permissions.additionalDirectories,
    env: childEnvironment(io.env, plan.workspace),
    stateDir: join(stateDir(io.env), 'plugins', 'mcp'),
    ...(approved.length === 0 ? {} : { approved: Object.fromEntries(approved) as McpFingerprints }),
  };
  return options satisfies McpConnectionsOptions;
}
