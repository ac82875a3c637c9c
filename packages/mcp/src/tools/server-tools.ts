import { matchesWildcard } from '@loadout/core/run';
import type { McpServerConfig } from '../config/server-config.js';
import { wireName } from '../wire-names.js';
import { checkTool } from './check-tool.js';
import { changeSince } from './fingerprint.js';
import { type McpTool, mcpTool, type ToolOwner } from './mcp-tool.js';

export interface QuarantinedTool {
  readonly name: string;
  readonly why: string;
}

export interface ServerTools {
  readonly tools: readonly McpTool[];
  readonly quarantined: readonly QuarantinedTool[];
}

export interface OfferRules {
  readonly config: McpServerConfig;
  readonly owner: ToolOwner;
  /** The fingerprints that a person agreed to, by the server's own names. Absent: any tool is offered. Source: MCP-23. */
  readonly approved?: Readonly<Record<string, string>> | undefined;
}

/** All schemas of one server together, in characters. */
const MOST_SCHEMA_CHARS = 4 * 1024 * 1024;

/** The tools of one server that can be offered, in its order, and those that cannot, each with the reason. */
export function serverTools(entries: readonly unknown[], { config, owner, approved }: OfferRules): ServerTools {
  const quarantined: QuarantinedTool[] = [];
  const seen = new Set<string>();
  const wire = new Set<string>();
  const tools: McpTool[] = [];
  let room = MOST_SCHEMA_CHARS;
  for (const entry of entries) {
    const checked = checkTool(entry);
    if ('why' in checked) {
      quarantined.push(checked);
      continue;
    }
    const { tool } = checked;
    room -= JSON.stringify(tool.inputSchema).length;
    if (seen.has(tool.name))
      quarantined.push({ name: tool.name, why: 'the server lists two tools of this name; the first is kept' });
    else if (room < 0) quarantined.push({ name: tool.name, why: 'the schemas of this server are too large together' });
    else if (isOffered(tool.name, { config, server: owner.server })) {
      const made = mcpTool(tool, owner);
      const why = approved === undefined ? undefined : changeOf(made, approved);
      if (why === undefined) tools.push(distinct(made, wire));
      else quarantined.push({ name: tool.name, why });
    }
    seen.add(tool.name);
  }
  return { tools, quarantined };
}

function changeOf({ mcp }: McpTool, approved: Readonly<Record<string, string>>): string | undefined {
  const change = changeSince(Object.hasOwn(approved, mcp.tool) ? approved[mcp.tool] : undefined, mcp.fingerprint);
  return change === undefined ? undefined : `${change}; \`loadout lock\` approves it`;
}

/** Makes names unique: two names of a server may differ only in characters that a wire name cannot contain. */
export function distinct(tool: McpTool, taken: Set<string>): McpTool {
  const name = taken.has(tool.name) ? wireName({ server: tool.mcp.server, name: tool.mcp.tool }, { distinct: true }) : tool.name;
  taken.add(name);
  return name === tool.name ? tool : Object.freeze({ ...tool, name });
}

/** The lists of a server hold its own names, or the names that the model sees. */
function isOffered(name: string, { config, server }: { config: McpServerConfig; server: string }): boolean {
  const { allow, deny = [] } = config.tools ?? {};
  const names = [name, wireName({ server, name })];
  const within = (patterns: readonly string[]) => patterns.some((pattern) => names.some((one) => matchesWildcard(pattern, one)));
  return (allow === undefined || within(allow)) && !within(deny);
}
