import { type AnyTool, defineTool } from '@loadout/core';
import type { McpConnections } from '../connections/mcp-connections.js';
import type { McpFingerprints } from '../tools/fingerprint.js';
import { serverPrefix, wireName } from '../wire-names.js';

const MOST_NAMES = 50;

interface Lazy {
  readonly connections: Pick<McpConnections, 'use'>;
  readonly approved?: McpFingerprints | undefined;
}

/**
 * The place of a server with `start: lazy` in the list of tools. The model starts the server with it, and ToolSearch finds it by
 * the name of the server. Starting a server that the configuration names needs no answer; its tools do. Source: G1.
 */
export function startServerTool(key: string, { connections, approved }: Lazy): AnyTool {
  const known = approved !== undefined && Object.hasOwn(approved, key) ? Object.keys(approved[key] ?? {}) : [];
  const tool = defineTool({
    name: wireName({ server: key, name: 'start' }),
    description:
      `Starts the MCP server "${key}", which is not started yet, and adds its tools (${serverPrefix(key)}…) to your list. ` +
      `Call this before you need one of them.${known.length === 0 ? '' : ` Its tools: ${namesOf(known)}.`}`,
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    annotations: { readOnlyHint: true, idempotentHint: true },
    access: () => [{ kind: 'session' }],
    async call(_input, { signal }) {
      const tools = await connections.use(key, signal);
      const names = tools.map(({ name }) => name);
      if (names.length === 0) return `The MCP server "${key}" is ready. It offers no tools.`;
      return `The MCP server "${key}" is ready. From your next turn on you can call: ${namesOf(names)}.`;
    },
  });
  return Object.freeze({ ...tool, mcp: { server: key, standsForServer: true } });
}

function namesOf(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  return `${names.slice(0, MOST_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
