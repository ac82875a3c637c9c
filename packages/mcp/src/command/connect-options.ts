import { join } from 'node:path';
import type { Plan } from '@loadout/core/run';
import type { McpServers } from '../config/server-config.js';
import type { McpConnectionsOptions } from '../connections/connections-options.js';
import type { McpFingerprints } from '../tools/fingerprint.js';

export interface ServersOfPlan {
  readonly keys: readonly string[];
  /** The folder for data of Loadout. */
  readonly stateDir: string;
  /** The environment of child processes. */
  readonly childEnv: Readonly<Record<string, string>>;
}

/** The options with which a run would connect these servers of the plan. */
export function connectOptions(plan: Plan, { keys, stateDir, childEnv }: ServersOfPlan) {
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
    env: childEnv,
    stateDir: join(stateDir, 'plugins', 'mcp'),
    ...(approved.length === 0 ? {} : { approved: Object.fromEntries(approved) as McpFingerprints }),
  };
  return options satisfies McpConnectionsOptions;
}
