import { existsSync, readFileSync } from 'node:fs';
import { flatten, Report, readDocument } from '@loadout/config/documents';
import { isObject } from '@loadout/core';
import { type LockOwner, lockText, readLock } from './lock-file.js';

/** The servers of a registry, as `@loadout/mcp` looks them up. */
export interface ServerLookup {
  resolve(registry: string): Promise<unknown>;
  /** Brings the files of a bundle that the lock names. */
  bring(bundle: unknown): Promise<void>;
}

/** A version of a registry never changes, so what the lock has for it stays. */
const IS_VERSION = /^\w[\w.-]*\/[\w.-]+@[^@\s]+$/;

/**
 * Looks up the servers that a configuration takes from a registry. Returns the text of its lock with them, and all else of it as it was;
 * `undefined` if neither the configuration nor its lock has any. Throws LOCK_INVALID.
 */
export async function lockWithServers(owner: LockOwner, lookup: () => Promise<ServerLookup>): Promise<string | undefined> {
  const { configFile } = owner;
  if (!/\.(?:ya?ml|jsonc?)$/.test(configFile) || !existsSync(configFile)) return undefined;
  const named = /\bregistry\b/.test(readFileSync(configFile, 'utf8')) ? await registriesOf(configFile) : [];
  const lock = readLock(owner);
  const locked = lock?.servers ?? {};
  if (named.length + Object.keys(locked).length === 0) return undefined;
  const servers: Record<string, unknown> = {};
  for (const [key, registry] of named) servers[key] = await lookedUp(registry, { was: locked[key], lookup });
  return lockText({ ...(lock ?? { plugins: {}, hooks: {}, mcp: {} }), servers }, owner);
}

type Named = readonly (readonly [name: string, registry: string])[];

/** The servers of a file, and those of its profiles as profile/server. */
async function registriesOf(file: string): Promise<Named> {
  const place = { file, line: 1, column: 1, length: 1, layer: 'project' as const };
  // A file that cannot be read is told by the reading that follows.
  const document = await readDocument(file, { report: new Report(), place });
  const data = document === undefined ? undefined : flatten(document).data;
  if (!isObject(data)) return [];
  const profiles = Object.entries(isObject(data.profiles) ? data.profiles : {});
  const inProfiles = profiles.flatMap(([name, one]) => registriesIn(isObject(one) ? one.mcpServers : undefined, `${name}/`));
  return [...registriesIn(data.mcpServers), ...inProfiles];
}

const registriesIn = (entries: unknown, prefix = ''): Named =>
  Object.entries(isObject(entries) ? entries : {}).flatMap(([key, entry]) =>
    isObject(entry) && typeof entry.registry === 'string' ? [[prefix + key, entry.registry] as const] : [],
  );

async function lookedUp(
  registry: string,
  { was, lookup }: { readonly was: unknown; readonly lookup: () => Promise<ServerLookup> },
): Promise<unknown> {
  const known = IS_VERSION.test(registry) && isObject(was) && was.registry === registry ? was : undefined;
  if (known === undefined) return (await lookup()).resolve(registry);
  if (known.bundle !== undefined) await (await lookup()).bring(known.bundle);
  return known;
}
