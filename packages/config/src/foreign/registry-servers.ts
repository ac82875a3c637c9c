import { flatten, placeOf } from '../document/flatten.js';
import { dotted, entryPath, leavesOf, type MapNode, outsideProfile, type Path } from '../document/node.js';
import type { Report } from '../document/report.js';
import { errors } from '../errors.js';
import { loadOwn } from '../packages/own-packages.js';

export interface RegistryContext {
  readonly file: string;
  readonly report: Report;
  /** The configuration that extends this file. */
  readonly extendedBy?: string | undefined;
  /**
   * Whether a server that is not in the lock stays as it is written. Trust is asked for before `loadout lock` reads an address that a
   * repository names.
   */
  readonly keepsUnlocked?: boolean | undefined;
}

/** The part of `@loadout/lock` that knows the servers of a registry. */
interface LockedServers {
  withRegistryServers(document: MapNode, context: RegistryContext): Promise<MapNode>;
}

const USE = '@loadout/lock';

/**
 * Replaces each server that names an entry of a registry by what the lock has for it. From here on the server is like one that is written
 * out, so that what it starts is what a person is asked to trust (decision 0138).
 */
export async function withRegistryServers(document: MapNode, context: RegistryContext): Promise<MapNode> {
  const path = [...leavesOf(document)].map(([leaf]) => leaf).find(isOfRegistry);
  if (path === undefined) return document;
  const lock = await loadOwn<LockedServers>(USE);
  if (lock !== undefined) return lock.withRegistryServers(document, context);
  const server = entryPath(path);
  const missing = errors.CONFIG_PLUGIN_MISSING({ what: dotted([...server, 'registry']), use: USE });
  context.report.error(missing, { path: server, place: placeOf(flatten(document), server, 'key') });
  return document;
}

function isOfRegistry(path: Path): boolean {
  const [section, , key] = outsideProfile(path);
  return section === 'mcpServers' && key === 'registry';
}
