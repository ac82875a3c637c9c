import type { Plan } from '@loadout/core/run';
import { keptListing } from '../tools/kept-listing.js';
import { connectOptions } from './connect-options.js';

export interface ListingFolders {
  /** The folder for data of Loadout of the run that will use the listings. */
  readonly stateDir: string;
  /** Other such folders, in the order in which they are looked into. */
  readonly from: readonly string[];
}

/**
 * Copies the listings of pinned servers into a new folder, as `loadout test` has one for each run. Each entry is proved by its fingerprint,
 * wherever it comes from. Returns the keys of the servers whose listing no folder has. Source: GAP-F1.
 */
export function bringListings(plan: Plan, { stateDir, from }: ListingFolders): readonly string[] {
  const keys = Object.keys(plan.mcpServers ?? {}).filter((key) => plan.mcpServers?.[key]?.approved !== undefined);
  const listingIn = (folder: string, key: string) =>
    keptListing(key, connectOptions(plan, { keys: [key], stateDir: folder, childEnv: {} }));
  return keys.filter((key) => {
    const own = listingIn(stateDir, key);
    if (own?.read() !== undefined) return false;
    const found = from.map((folder) => listingIn(folder, key)).find((listing) => listing?.read() !== undefined);
    own?.write(found?.read() ?? [], found?.leftOut() ?? []);
    return found === undefined;
  });
}
