import type { PluginManifest } from '@loadout/core';
import { MCP_INPUT, MCP_RESOURCE_TOOLS, matchesWildcard } from '@loadout/core/run';
import { toolsOfPackage } from '../packages/first-party.js';
import { serverRule } from '../packages/wire-names.js';

/** One entry of `plugins` or `providers`, with the known facts about its package. */
export interface Mount {
  readonly name: string;
  /** The package without a version range, or a path. */
  readonly use: string;
  readonly overrides: Readonly<Record<string, string>>;
  readonly manifest?: PluginManifest | undefined;
  /** The options that the plugin's schema marks as secrets. */
  readonly secrets?: readonly string[] | undefined;
}

/** The tools that the mounted plugins declare, by the names that the model uses. */
export interface OfferedTools {
  readonly names: ReadonlySet<string>;
  /** The namespaces of mounted plugins that do not declare their tools. */
  readonly unknownMounts: ReadonlySet<string>;
  /** `mcp__<key>` of each MCP server. The tools of a server are known only once the server runs. */
  readonly servers: readonly string[];
  /** Whether the configuration declares commands as tools. Rules that deny commands hold for them (decision 0135). */
  readonly hasCommands: boolean;
}

const SERVER_TOOLS = [...MCP_RESOURCE_TOOLS, MCP_INPUT];

export function offeredTools(
  mounts: readonly Mount[],
  serverKeys: readonly string[] = [],
  declared: readonly string[] = [],
): OfferedTools {
  const names = new Set<string>([...(serverKeys.length === 0 ? [] : SERVER_TOOLS), ...declared]);
  const servers = serverKeys.map(serverRule);
  const unknownMounts = new Set<string>();
  for (const mount of mounts) {
    const isBare = hasBareNames(mount);
    for (const bare of Object.keys(mount.overrides)) names.add(bare);
    const own = mount.manifest?.tools?.flatMap((tool) => [tool.name, ...(tool.aliases ?? [])]);
    for (const tool of own ?? toolsOfPackage(mount.use)) names.add(isBare ? tool : `${mount.name}__${tool}`);
    if (mount.manifest === undefined && mount.use !== '') unknownMounts.add(mount.name);
  }
  return { names, unknownMounts, servers, hasCommands: declared.length > 0 };
}

/**
 * Whether the tools of a mount have bare names, by the rule that the run applies (decision 0019). The manifest is generated from
 * the plugin. A package that is not installed has no manifest.
 */
const hasBareNames = ({ manifest, use }: Mount): boolean =>
  manifest === undefined ? toolsOfPackage(use).length > 0 : manifest.names === 'bare';

export function isOffered(name: string, offered: OfferedTools): boolean {
  // `*` matches all tools, even if there are none.
  if (name === '*' || offered.names.has(name)) return true;
  if (offered.servers.some((server) => reaches(name, server))) return true;
  const mount = /^(.+?)__/.exec(name)?.[1];
  if (mount !== undefined && offered.unknownMounts.has(mount)) return true;
  if (!name.includes('*')) return false;
  if ([...offered.names].some((tool) => matchesWildcard(name, tool))) return true;
  return [...offered.unknownMounts].some((one) => name.startsWith('*') || matchesWildcard(name, `${one}__`));
}

/** Whether a name or pattern may match tools of a server. */
function reaches(name: string, server: string): boolean {
  const [head = ''] = name.split('*', 1);
  if (name.includes('*')) return head.startsWith(`${server}__`) || `${server}__`.startsWith(head);
  return name === server || name.startsWith(`${server}__`);
}
