import { isWireName, MCP_INPUT, type Plan, type PoolTool, prepareTool, type ToolPool } from '@loadout/core/run';
import { type Agent, serverPrefix, serverRule } from '@loadout/runner';
import { loadMcpClient, serverPlace } from './mcp-client.js';

/** Facts about an agent's MCP servers that are known while none of them runs. */
export interface KnownServers {
  /** The pinned servers of whose tools only the names are known. */
  readonly named: readonly string[];
  /** The tools of pinned servers that no request has, by the server's own names. */
  readonly leftOut: readonly { readonly server: string; readonly name: string; readonly why: string }[];
  /** The servers whose tools are known only while they run, or once they are trusted. */
  readonly unknown: readonly string[];
}

interface Asked {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The keys of the servers that are off until the configuration is trusted. */
  readonly off: readonly string[];
}

/** Returns what a command can know of the servers of an agent without starting one. */
export async function knownServers(
  plan: Plan,
  { agent, env, off: waiting }: Asked & { readonly agent: string },
): Promise<KnownServers> {
  const own = plan.agents[agent]?.mcpServers;
  const ofAgent = (key: string) => own?.includes(key) ?? true;
  const keys = Object.keys(plan.mcpServers ?? {}).filter(ofAgent);
  const off = waiting.filter(ofAgent);
  if (keys.length === 0) return { named: [], leftOut: [], unknown: off };
  const { connectOptions, pinnedTools } = await loadMcpClient(plan.configDir, 'what is known of mcpServers');
  const { named, leftOut, unknown } = pinnedTools(connectOptions(plan, { ...serverPlace(plan, { env }), keys }));
  return { named, leftOut, unknown: [...unknown, ...off] };
}

/** Returns the pool of an agent. It does not call a name unknown that a server, or another source, may turn out to have. */
export function poolWithServers({ pool, spec }: Pick<Agent, 'pool' | 'spec'>, { unknown }: KnownServers): ToolPool {
  const mayCome = (name: string) => name !== MCP_INPUT && !name.includes('*') && !isWireName(name) && spec.mayCome(name);
  const mayExist = ({ kind, name }: ToolPool['notes'][number]) =>
    kind === 'unknown' && (unknown.some((key) => isAbout(name, key)) || mayCome(name));
  return { ...pool, notes: pool.notes.filter((note) => !mayExist(note)) };
}

/** Whether a name or a pattern may match names with the prefix. */
export function mayMatch(name: string, prefix: string): boolean {
  const [head = ''] = name.split('*', 1);
  return name.includes('*') ? head.startsWith(prefix) || prefix.startsWith(head) : name.startsWith(prefix);
}

/** Whether a name or a pattern may match tools of a server. */
const isAbout = (name: string, key: string): boolean =>
  (!name.includes('*') && (name === MCP_INPUT || name === serverRule(key))) || mayMatch(name, serverPrefix(key));

/** The note about servers that no command can look into, if there are some. */
export function unknownTools(keys: readonly string[]): readonly string[] {
  if (keys.length === 0) return [];
  const named = keys.map((key) => `mcpServers.${key}`).join(', ');
  const runs = keys.length === 1 ? 'it runs' : 'they run';
  return [`The tools of ${named} are known only while ${runs}: their names are not checked until \`loadout lock\` pins them.`];
}

/** The tools that the model sees: the pool, and the tool for the answer if the agent has an output schema. */
export function offeredTools({ pool, spec }: Pick<Agent, 'pool' | 'spec'>): readonly PoolTool[] {
  if (spec.output === undefined) return pool.tools;
  return [
    ...pool.tools,
    prepareTool(
      spec.output.tool(() => {}),
      { kind: 'base', from: 'the runner' },
    ),
  ];
}
