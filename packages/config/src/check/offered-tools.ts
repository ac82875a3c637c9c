import { toolsOfPackage } from '../packages/first-party.js';
import { matchesWildcard } from '../text/wildcard.js';
import type { Mount } from './check-context.js';

/** The tools that the mounted plugins say they offer, by the names under which the model would call them. */
export interface OfferedTools {
  readonly names: ReadonlySet<string>;
  /** The namespaces of mounted plugins that do not say what they offer. */
  readonly unknownMounts: ReadonlySet<string>;
  /** A plugin that may offer bare names does not say which. */
  readonly mayOfferMore: boolean;
}

export function offeredTools(mounts: readonly Mount[]): OfferedTools {
  const names = new Set<string>();
  const unknownMounts = new Set<string>();
  let mayOfferMore = false;
  for (const mount of mounts) {
    const own = mount.use.startsWith('@loadout/');
    for (const bare of Object.keys(mount.overrides)) names.add(bare);
    const declared = mount.manifest?.tools?.flatMap((tool) => [tool.name, ...(tool.aliases ?? [])]);
    const tools = declared ?? (own ? toolsOfPackage(mount.use) : []);
    for (const tool of tools) names.add(own ? tool : `${mount.name}__${tool}`);
    if (mount.manifest !== undefined || mount.use === '') continue;
    unknownMounts.add(mount.name);
    if (own && tools.length === 0) mayOfferMore = true;
  }
  return { names, unknownMounts, mayOfferMore };
}

export function isOffered(name: string, offered: OfferedTools): boolean {
  if (offered.names.has(name) || offered.mayOfferMore) return true;
  const mount = /^(.+?)__/.exec(name)?.[1];
  if (mount !== undefined && offered.unknownMounts.has(mount)) return true;
  if (!name.includes('*')) return false;
  if ([...offered.names].some((tool) => matchesWildcard(name, tool))) return true;
  return [...offered.unknownMounts].some((one) => name.startsWith('*') || matchesWildcard(name, `${one}__`));
}
