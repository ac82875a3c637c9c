import type { ToolOutput } from '@loadout/core';
import type { McpServerConfig, McpServers } from '../config/server-config.js';
import { wireName } from '../wire-names.js';
import type { McpFingerprints } from './fingerprint.js';
import { keptListing } from './kept-listing.js';
import type { McpTool, ToolOwner } from './mcp-tool.js';
import { serverTools } from './server-tools.js';

export interface PinnedServers {
  readonly servers: McpServers;
  readonly approved?: McpFingerprints | undefined;
  readonly stateDir?: string | undefined;
}

export interface PinnedTools {
  /** The tools of pinned servers. Without a copy of the listing, a tool has its name and no more. */
  readonly tools: readonly McpTool[];
  /** The tools of pinned servers that no run offers, as of the copy of the listing (GAP-B5). */
  readonly leftOut: readonly LeftOutTool[];
  /** The pinned servers of whose tools only the names are known. */
  readonly named: readonly string[];
  /** The servers whose tools are known only while they run. */
  readonly unknown: readonly string[];
}

export interface LeftOutTool {
  readonly server: string;
  /** The server's own name of the tool. */
  readonly name: string;
  readonly why: string;
}

/** Returns the tools that a run would offer, as far as they are known without starting a server. Source: G1. */
export function pinnedTools({ servers, approved = {}, stateDir }: PinnedServers): PinnedTools {
  const tools: McpTool[] = [];
  const leftOut: LeftOutTool[] = [];
  const [named, unknown]: [string[], string[]] = [[], []];
  for (const [key, config] of Object.entries(servers)) {
    const own = Object.hasOwn(approved, key) ? approved[key] : undefined;
    if (own === undefined) unknown.push(key);
    else if (config.disabled !== true) {
      const copy = keptListing(key, { approved, stateDir });
      const kept = copy?.read();
      if (kept === undefined) named.push(key);
      leftOut.push(...(copy?.leftOut() ?? []).map(({ name, why }) => ({ server: key, name, why })));
      tools.push(...toolsOf(kept, { key, config, own }));
    }
  }
  return { tools, leftOut, named, unknown };
}

function toolsOf(
  kept: readonly unknown[] | undefined,
  {
    key,
    config,
    own,
  }: { readonly key: string; readonly config: McpServerConfig; readonly own: Readonly<Record<string, string>> },
): readonly McpTool[] {
  const owner: ToolOwner = { server: key, alwaysLoad: config.alwaysLoad, call: notCalled };
  if (kept !== undefined) return serverTools(kept, { config, owner, approved: own }).tools;
  const entries = Object.keys(own).map((name) => ({
    name,
    description: `Pinned in loadout.lock as ${wireName({ server: key, name })}. Its description is known after the next start.`,
    inputSchema: { type: 'object' },
  }));
  return serverTools(entries, { config, owner }).tools;
}

/** These tools are shown. A run has tools of its own. */
const notCalled = (): Promise<ToolOutput> => Promise.reject(new Error('A tool that is only shown was called.'));
