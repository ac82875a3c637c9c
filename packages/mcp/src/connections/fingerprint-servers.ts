import type { McpFingerprints } from '../tools/fingerprint.js';
import type { McpConnectionsOptions } from './connections-options.js';
import { McpConnections } from './mcp-connections.js';

export interface FingerprintedServers {
  /** Fingerprints of the tools that the servers offer now. Servers whose tools could not be read are missing. */
  readonly fingerprints: McpFingerprints;
  /** Why a server could not be asked, by key. */
  readonly problems: Readonly<Record<string, string>>;
}

/**
 * Connects the servers, reads their tools, keeps a copy of each listing, and closes the connections. Skips disabled servers. Takes
 * at most the start timeouts plus the time for the processes to end. Contract: never rejects. Source: MCP-23.
 */
export async function fingerprintServers(
  options: Omit<McpConnectionsOptions, 'approved' | 'answers'>,
): Promise<FingerprintedServers> {
  const connections = new McpConnections(options);
  try {
    await connections.settled();
    const states = connections.status().filter(({ state }) => state !== 'disabled');
    const asked = states
      .filter(({ state }) => state === 'connected')
      .map(({ key }) => [key, fingerprintsOf(connections, key)] as const);
    for (const [key, fingerprints] of asked) connections.keep(key, fingerprints);
    const failed = states.filter(({ state }) => state !== 'connected');
    return {
      fingerprints: Object.fromEntries(asked),
      problems: Object.fromEntries(failed.map(({ key, problem }) => [key, problem ?? 'it is not connected'])),
    };
  } finally {
    await connections.close();
  }
}

function fingerprintsOf(connections: McpConnections, key: string): Readonly<Record<string, string>> {
  const tools = connections.tools().filter(({ mcp }) => mcp.server === key);
  return Object.fromEntries(tools.map(({ mcp }) => [mcp.tool, mcp.fingerprint]).sort());
}
