import type { AnyTool, ToolRole } from '@loadout/core';
import { type Block, isToolUse, type Message, type ToolResultBlock } from '@loadout/core/model';
import {
  assembleToolPool,
  MCP_INPUT,
  type PoolEntry,
  type PoolTool,
  type ToolPool,
  type ToolSource,
  toolMatcher,
} from '@loadout/core/run';

/** Returns the first tool with a role. */
export const toolWith = (pool: ToolPool, role: ToolRole): PoolTool | undefined => pool.tools.find((tool) => tool.role === role);

/** Returns the tools that the sources of an agent know without being opened, such as those of pinned MCP servers. Source: GAP-F4. */
export const knownTools = ({ toolSources }: { readonly toolSources: readonly ToolSource[] }): readonly AnyTool[] =>
  toolSources.flatMap((source) => source.known?.() ?? []);

/** Returns whether a name with this prefix could match the names and patterns that an agent lists. `undefined` lists all. */
export function mayOffer(
  prefix: string,
  { allowed, disallowed }: { readonly allowed: readonly string[] | undefined; readonly disallowed: readonly string[] },
): boolean {
  const server = prefix.replace(/__$/, '');
  const any = { name: `${prefix}\u0000`, aliases: [], origin: { server: server.replace(/^mcp__/, '') } };
  const takenAway = disallowed.some((pattern) => toolMatcher(pattern)(any));
  if (takenAway) return false;
  return (
    allowed?.some((pattern) => {
      const [head = ''] = pattern.split('*', 1);
      if (!pattern.includes('*')) return pattern === MCP_INPUT || pattern === server || pattern.startsWith(prefix);
      return head.startsWith(prefix) || prefix.startsWith(head);
    }) ?? true
  );
}

/** Returns whether a tool is the place of an MCP server that is started at its first use. The MCP client marks such a tool. */
export function standsForServer(tool: object): boolean {
  const { mcp } = tool as { readonly mcp?: { readonly standsForServer?: unknown } | undefined };
  return mcp?.standsForServer === true;
}

/** Returns a pool with more tools. A tool of the host never takes the name of another one: throws TOOL_NAME_TAKEN. */
export function poolAnd(pool: ToolPool, more: readonly PoolEntry[] = [], kind: 'base' | 'custom' = 'custom'): ToolPool {
  if (more.length === 0) return pool;
  const of = (wanted: string): readonly PoolEntry[] => [
    ...pool.tools
      .filter(({ origin }) => origin.kind === wanted)
      .map(({ tool, name, origin }) => ({ tool, name, from: origin.from })),
    ...(wanted === kind ? more : []),
  ];
  return assembleToolPool({
    baseTools: of('base'),
    customTools: of('custom'),
    mcpTools: of('mcp'),
    onConflict: kind === 'base' ? 'last' : 'error',
  });
}

/**
 * Returns the tools whose schemas a conversation has had: tools that it called and tools that a search found, in that order. A
 * resumed session has them from its first request. `search`: the name of the tool that finds tools. Source: SESS-04, POOL-15.
 */
export function loadedBefore(messages: readonly Message[], search: string | undefined): readonly string[] {
  const names = new Set<string>();
  const searches = new Set<string>();
  for (const block of messages.flatMap((message) => message.content)) {
    if (isToolUse(block)) {
      if (block.name === search) searches.add(block.id);
      else names.add(block.name);
    } else if (isResult(block) && searches.has(block.tool_use_id) && block.is_error !== true)
      for (const name of foundIn(block)) names.add(name);
  }
  return [...names];
}

export const isResult = (block: Block): block is ToolResultBlock => block.type === 'tool_result';

/** Reads the tools from references, or from the text in which a search names the loaded tools. */
function foundIn({ content }: ToolResultBlock): readonly string[] {
  if (typeof content === 'string') return [...content.matchAll(/^- ([\w-]{1,64}): /gm)].map(([, name = '']) => name);
  return content.flatMap((part) => {
    const { type, tool_name, text } = part as { type?: unknown; tool_name?: unknown; text?: unknown };
    if (type === 'tool_reference' && typeof tool_name === 'string') return [tool_name];
    return type === 'text' && typeof text === 'string' ? foundIn({ type: 'tool_result', tool_use_id: '', content: text }) : [];
  });
}
