import {
  isWireName,
  MCP_INPUT,
  MCP_RESOURCE_TOOLS,
  type OpenToolSource,
  type ToolSource,
  type ToolSourceSession,
  toolMatcher,
} from '@loadout/core/run';
import type { McpServers } from './config/server-config.js';
import { McpConnections } from './connections/mcp-connections.js';
import { listMcpResourcesTool } from './offered/list-mcp-resources.js';
import { readMcpResourceTool } from './offered/read-mcp-resource.js';
import { startServerTool } from './offered/start-server.js';
import { serverControl } from './server-control.js';
import type { McpFingerprints } from './tools/fingerprint.js';
import { pinnedTools } from './tools/pinned-tools.js';
import { serverPrefix } from './wire-names.js';

export interface McpSourceOptions {
  readonly servers?: McpServers | undefined;
  readonly approved?: McpFingerprints | undefined;
  readonly stateDir?: string | undefined;
}

/** The servers of a configuration, connected anew for each session. */
export function mcpToolSource(options: McpSourceOptions): ToolSource {
  return {
    open: (session) => openServers(options, session),
    known: () => pinnedTools({ ...options, servers: options.servers ?? {} }).tools,
    mayHave,
  };
}

function mayHave(name: string): boolean {
  const [head = ''] = name.split('*', 1);
  if (isWireName(name) || (name.includes('*') && 'mcp__'.startsWith(head))) return true;
  return [...MCP_RESOURCE_TOOLS, MCP_INPUT].some((one) => toolMatcher(name)({ name: one }));
}

/** Starts only servers with a tool that the agent could see. */
function openServers({ servers = {}, approved, stateDir }: McpSourceOptions, session: ToolSourceSession): OpenToolSource {
  const wanted = Object.entries(servers).filter(([server]) => session.mayOffer(serverPrefix(server)));
  const connections = new McpConnections({
    servers: Object.fromEntries(wanted),
    cwd: session.cwd,
    roots: rootsBeside(session),
    env: session.env,
    signal: session.signal,
    approved,
    stateDir,
    patienceMs: session.patienceMs,
    hasTools: session.hasTools,
    answers: answersOf(session),
    onNotice: ({ server, message }) => session.notice(`MCP server "${server}": ${message}`),
    onWaiting: (message) => session.waiting?.(message),
  });
  const resources = [listMcpResourcesTool(connections), readMcpResourceTool(connections)];
  return {
    ready: () => connections.ready(),
    tools: () => [
      ...connections.tools(),
      ...connections.lazy().map((key) => startServerTool(key, { connections, approved })),
      ...(connections.isEmpty ? [] : resources),
    ],
    onChange: (listener) =>
      void connections.onChange(({ what }) => {
        if (what === 'tools' || what === 'status') listener();
        else session.listChanged?.(what);
      }),
    moved: (place) => void connections.setRoots(place.cwd, rootsBeside(place)),
    servers: serverControl(connections),
    close: () => connections.close(),
  };
}

const rootsBeside = ({ cwd, roots }: Pick<ToolSourceSession, 'cwd' | 'roots'>) => roots.filter((root) => root !== cwd);

function answersOf(session: ToolSourceSession): Pick<ToolSourceSession, 'elicit' | 'sample'> {
  const { elicit, sample } = session;
  return {
    ...(elicit === undefined ? {} : { elicit: elicit.bind(session) }),
    ...(sample === undefined ? {} : { sample: sample.bind(session) }),
  };
}
