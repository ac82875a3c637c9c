import { tokensOfChars } from '@loadout/core/model';
import { prepareTool } from '@loadout/core/run';
import type { McpConnectionsOptions } from '../connections/connections-options.js';
import { McpConnections } from '../connections/mcp-connections.js';
import type { McpServerStatus } from '../connections/status.js';

export interface Diagnosis {
  readonly server: string;
  readonly kind: string;
  readonly state: string;
  /** The time until the server was connected and its tools listed, or until the attempt was given up. */
  readonly ms: number;
  readonly info?: McpServerStatus['info'];
  readonly tools: readonly { readonly name: string; readonly tokens: number }[];
  /** The cost of all tools together. */
  readonly tokens: number;
  readonly resources: number;
  readonly prompts: number;
  readonly leftOut: McpServerStatus['quarantined'];
  readonly problems: readonly { readonly problem: string; readonly fix?: string | undefined }[];
}

/** Connects one server as a run would, inspects it, and ends it. */
export async function diagnoseServer(
  options: McpConnectionsOptions,
  { key, entry, called = 'loadout' }: Pick<Told, 'entry'> & { readonly key: string; readonly called?: string },
): Promise<Diagnosis> {
  const notices: string[] = [];
  const connections = new McpConnections({ ...options, onNotice: ({ message }) => notices.push(message) });
  try {
    const began = performance.now();
    await connections.settled();
    const ms = Math.round(performance.now() - began);
    const [status] = connections.status();
    const seen: Seen = status ?? { key, kind: 'unknown', state: 'failed', quarantined: [] };
    return { ...(await foundAt(connections, seen)), ms, problems: problemsOf(seen, { notices, entry, called }) };
  } finally {
    await connections.close();
  }
}

/** The status of a server, also of a server that the client does not know. */
type Seen = Omit<McpServerStatus, 'tools' | 'kind'> & { readonly kind: string };

async function foundAt(connections: McpConnections, { key, kind, state, info, quarantined }: Seen) {
  const open = state === 'connected';
  const [resources, prompts] = await Promise.all(
    open ? [connections.resources(key), connections.prompts(key)] : [{ items: [] }, { items: [] }],
  );
  const offered = open ? connections.tools() : [];
  const tools = offered.map((tool) => {
    const { api } = prepareTool(tool, { kind: 'mcp', from: key });
    return { name: tool.name, tokens: Math.ceil(tokensOfChars(JSON.stringify(api).length)) };
  });
  return {
    server: key,
    kind,
    state,
    info,
    tools: tools.sort((a, b) => b.tokens - a.tokens),
    tokens: tools.reduce((sum, { tokens }) => sum + tokens, 0),
    resources: resources?.items.length ?? 0,
    prompts: prompts?.items.length ?? 0,
    leftOut: quarantined,
  };
}

interface Told {
  readonly notices: readonly string[];
  readonly entry: Readonly<Record<string, unknown>>;
  /** The command as the person called it. */
  readonly called: string;
}

/** The problems of a server. A tool that was left out is reported as such, and the reason for a failure is reported once. */
function problemsOf({ key, state, problem, quarantined }: Seen, { notices, entry, called }: Told): Diagnosis['problems'] {
  const known = new Set([problem, ...quarantined.map(({ name, why }) => `its tool "${name}" is left out: ${why}`)]);
  const others = notices.filter((notice) => !known.has(notice)).map((notice) => ({ problem: notice }));
  if (state === 'connected') return others;
  return [{ problem: problem ?? `it is ${state}`, fix: fixFor(state, { key, entry, called }) }, ...others];
}

function fixFor(state: string, { key, entry, called }: Omit<Told, 'notices'> & { readonly key: string }): string {
  const { command, args, url } = entry;
  if (state === 'disabled') return `Remove disabled from mcpServers.${key}.`;
  if (state === 'needs-auth') return `${called} mcp login ${key}`;
  if (typeof url === 'string') return `See what answers at ${url}`;
  return `Run it by hand and see what it says: ${[command, ...(Array.isArray(args) ? args : [])].join(' ')}`;
}
