import { at, dotted, isMap, type MapNode, type Path, type Place } from '../document/node.js';
import type { Report } from '../document/report.js';
import { errors } from '../errors.js';
import { loadOwn } from '../packages/own-packages.js';

interface Context {
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
  withRegistryServers(document: MapNode, context: Context): Promise<MapNode>;
}

const USE = '@loadout/lock';

/**
 * Replaces each server that names an entry of a registry by what the lock has for it. From here on the server is like one that is written
 * out, so that what it starts is what a person is asked to trust (decision 0138).
 */
export async function withRegistryServers(document: MapNode, context: Context): Promise<MapNode> {
  const [named] = registriesIn(document);
  if (named === undefined) return document;
  const lock = await loadOwn<LockedServers>(USE);
  if (lock !== undefined) return lock.withRegistryServers(document, context);
  const missing = errors.CONFIG_PLUGIN_MISSING({ what: dotted([...named.path, 'registry']), use: USE });
  context.report.error(missing, named);
  return document;
}

/** The servers of a document and of its profiles that name an entry of a registry. */
function registriesIn(document: MapNode): readonly { readonly path: Path; readonly place: Place }[] {
  const profiles = at(document, ['profiles']);
  const names = isMap(profiles) ? [...profiles.entries.keys()] : [];
  return [[], ...names.map((name) => ['profiles', name])].flatMap((base) => {
    const servers = at(document, [...base, 'mcpServers']);
    return [...(isMap(servers) ? servers.entries : [])].flatMap(([key, { key: place, value }]) =>
      isMap(value) && value.entries.has('registry') ? [{ path: [...base, 'mcpServers', key], place }] : [],
    );
  });
}
