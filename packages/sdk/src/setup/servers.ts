import type { Plan } from '@loadout/core/run';
import { defined } from '@loadout/node';
import type { AgentOptions } from '@loadout/runner';
import type { Env } from '../models.js';
import type { AgentDefinition } from '../types/agents.js';
import type { McpServerConfig } from '../types/mcp.js';
import { numberIn } from './number-in.js';

/** The time for a server that a program names, as in the official program. Its tools belong to the first request. Source: G1. */
const START_MS = 30_000;
/** The time for a server of settings files, for which a program does not ask: the official program does not wait for it at all. */
const FILES_START_MS = 5_000;

type Servers = NonNullable<AgentOptions['mcpServers']>;

/** The servers of a program, with the time that each may take. A server's own limits go before those of the environment (GAP-D7). */
export const waitedFor = (servers: Readonly<Record<string, McpServerConfig>>, env: Env): Servers =>
  Object.fromEntries(Object.entries(servers).map(([key, server]) => [key, { ...limitsIn(env, START_MS), ...server }]));

/** The servers of settings files. Those of a configuration have the limits that the configuration gives them. */
export function soonWaitedFor({ mcpServers, configFile }: Plan, env: Env): Pick<Plan, 'mcpServers'> {
  if (mcpServers === undefined || configFile !== undefined) return {};
  const entries = Object.entries(mcpServers).map(([key, server]) => {
    const options = { ...limitsIn(env, FILES_START_MS), ...server.options };
    return [key, { ...server, options }] as const;
  });
  return { mcpServers: Object.fromEntries(entries) };
}

function limitsIn({ MCP_TIMEOUT: start, MCP_TOOL_TIMEOUT: call }: Env, usual: number) {
  const timeout = numberIn(call);
  return { startTimeout: numberIn(start) ?? usual, ...defined({ timeout }) };
}

type Listed = NonNullable<AgentDefinition['mcpServers']>[number];

/**
 * The servers that agents define themselves, by key. They are servers of the query. An entry for a server inside the program names
 * a server that the query has (GAP-D7).
 */
export const serversIn = (agents: Readonly<Record<string, AgentDefinition>> = {}): Readonly<Record<string, McpServerConfig>> =>
  Object.assign({}, ...Object.values(agents).flatMap(({ mcpServers = [] }) => mcpServers.map(definedIn)));

const definedIn = (entry: Listed): Readonly<Record<string, McpServerConfig>> =>
  typeof entry === 'string'
    ? {}
    : Object.fromEntries(Object.entries(entry).filter(([, server]) => server.type !== 'sdk' || 'instance' in server));

/** The keys of the servers that an agent may use. */
export const serverKeys = ({ mcpServers }: Pick<AgentDefinition, 'mcpServers'>): readonly string[] | undefined =>
  mcpServers?.flatMap((entry) => (typeof entry === 'string' ? [entry] : Object.keys(entry)));
