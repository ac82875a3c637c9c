import { serverRule } from '@loadout/core';
import { toolsOfPackage } from '../packages/first-party.js';
import { matchesWildcard } from '../text/wildcard.js';
import type { Mount } from './check-context.js';

/** The tools that the mounted plugins say they offer, by the names under which the model would call them. */
export interface OfferedTools {
  readonly names: ReadonlySet<string>;
  /** The namespaces of mounted plugins that do not say what they offer. */
  readonly unknownMounts: ReadonlySet<string>;
  /** `mcp__<key>` of the MCP servers; what tools they have is only known when they run. */
  readonly servers: readonly string[];
}

const RESOURCE_TOOLS = ['ListMcpResources', 'ReadMcpResource'];

export function offeredTools(mounts: readonly Mount[], serverKeys: readonly string[] = []): OfferedTools {
  const names = new Set<string>(serverKeys.length === 0 ? [] : RESOURCE_TOOLS);
  const servers = serverKeys.map(serverRule);
  const unknownMounts = new Set<string>();
  for (const mount of mounts) {
    const isBare = hasBareNames(mount);
    for (const bare of Object.keys(mount.overrides)) names.add(bare);
    const declared = mount.manifest?.tools?.flatMap((tool) => [tool.name, ...(tool.aliases ?? [])]);
    for (const tool of declared ?? toolsOfPackage(mount.use)) names.add(isBare ? tool : `${mount.name}__${tool}`);
    if (mount.manifest === undefined && mount.use !== '') unknownMounts.add(mount.name);
  }
  return { names, unknownMounts, servers };
}

/** As the run decides it (decision 0019): the manifest is written from the plugin. A package that is not installed has none. */
const hasBareNames = ({ manifest, use }: Mount): boolean =>
  manifest === undefined ? toolsOfPackage(use).length > 0 : manifest.names === 'bare';

export function isOffered(name: string, offered: OfferedTools): boolean {
  // All that there are, be it none.
  if (name === '*' || offered.names.has(name)) return true;
  if (offered.servers.some((server) => reaches(name, server))) return true;
  const mount = /^(.+?)__/.exec(name)?.[1];
  if (mount !== undefined && offered.unknownMounts.has(mount)) return true;
  if (!name.includes('*')) return false;
  if ([...offered.names].some((tool) => matchesWildcard(name, tool))) return true;
  return [...offered.unknownMounts].some((one) => name.startsWith('*') || matchesWildcard(name, `${one}__`));
}

/** Whether a name or pattern may mean tools of a server. */
function reaches(name: string, server: string): boolean {
  const [head = ''] = name.split('*', 1);
  if (name.includes('*')) return head.startsWith(`${server}__`) || `${server}__`.startsWith(head);
  return name === server || name.startsWith(`${server}__`);
}
