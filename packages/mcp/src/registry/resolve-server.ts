import { createHash } from 'node:crypto';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { isLoadoutError, messageOf } from '@loadout/core';
import { errors } from '../errors.js';
import { bundleManifest, fetchBundle, MOST_BUNDLE_BYTES, sha256Of, storeBundle } from './bundle-store.js';
import { variablesIn } from './inputs.js';
import type { LockedServer } from './locked-server.js';
import { mapBundle } from './map-bundle.js';
import { type MappedServer, mapNamed, mapPackage, shown, type Unusable } from './map-package.js';
import { baseOf, fetched, type RegistryPlace, requireTrust } from './registry-place.js';
import { type Json, objects, readServerJson, type ServerJson } from './server-json.js';

const MOST = 1024 * 1024;

/**
 * Finds a server by its name and version in a registry, by the address of a `server.json` or of a bundle, or by a path that begins with a
 * dot, and maps it to a command or an address. Throws REGISTRY_UNREADABLE, REGISTRY_UNFIT and REGISTRY_WAITS.
 */
export async function resolveServer(registry: string, place: RegistryPlace): Promise<LockedServer> {
  if (/\.(?:mcpb|dxt)$/.test(registry)) return bundleAt(registry, place);
  const [, name, version] = /^([a-zA-Z0-9][a-zA-Z0-9.-]*\/[a-zA-Z0-9._-]+)@([^@\s]+)$/.exec(registry) ?? [];
  const text = (await bytesAt(registry, { ...place, name, version })).toString('utf8');
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (cause) {
    throw errors.REGISTRY_UNREADABLE({ source: registry, problem: `it is not JSON: ${messageOf(cause)}` }, { cause });
  }
  const server = readServerJson(data, registry);
  if (name !== undefined && (server.name !== name || server.version !== version))
    throw errors.REGISTRY_UNFIT({ source: registry, problem: `is an entry of ${server.name}@${server.version}` });
  const sha256 = createHash('sha256').update(text).digest('hex');
  return { registry, sha256, ...(await mapServer(server, { source: registry, place })) };
}

type Asked = RegistryPlace & {
  readonly name?: string | undefined;
  readonly version?: string | undefined;
  /** The most bytes. Default: those of an entry. */
  readonly most?: number | undefined;
};

async function bytesAt(registry: string, { name, version, most = MOST, ...place }: Asked): Promise<Buffer> {
  const isAddress = /^https:/.test(registry);
  if (isAddress) await requireTrust(registry, place);
  try {
    if (name !== undefined && version !== undefined) {
      if (version === 'latest') throw new Error('it names no version; latest may be another one tomorrow');
      const path = `/v0.1/servers/${encodeURIComponent(name)}/versions/${encodeURIComponent(version)}`;
      return await fetched(`${baseOf(place)}${path}`, place, { most });
    }
    if (isAddress) return await fetched(registry, place, { most });
    if (/^\.\.?\//.test(registry)) return fileIn(place.folder, { path: registry, most });
    throw new Error('it is neither name@version, nor an address with https:, nor a path that begins with ./');
  } catch (cause) {
    throw errors.REGISTRY_UNREADABLE({ source: registry, problem: messageOf(cause) }, { cause });
  }
}

/** The file may be named by a clone that nobody trusts yet, and its text may be shown, so it stands in the folder of the configuration. */
function fileIn(folder: string, { path, most }: { readonly path: string; readonly most: number }): Buffer {
  const file = realpathSync.native(resolve(folder, path));
  if (!file.startsWith(`${realpathSync.native(folder)}${sep}`))
    throw new Error('it leads out of the folder of the configuration');
  if (statSync(file).size > most) throw new Error(`it has more than ${most} bytes`);
  return readFileSync(file);
}

/** A bundle that the configuration names itself. */
async function bundleAt(registry: string, place: RegistryPlace): Promise<LockedServer> {
  const bytes = await bytesAt(registry, { ...place, most: MOST_BUNDLE_BYTES });
  const sha256 = sha256Of(bytes);
  const mapped = await unpacked(registry, () => storeBundle(bytes, place));
  if ('problem' in mapped) throw errors.REGISTRY_UNFIT({ source: registry, problem: `cannot be used: ${mapped.problem}` });
  return { registry, sha256, bundle: { url: registry, sha256 }, ...mapped };
}

async function unpacked(source: string, store: () => Promise<string>): Promise<MappedServer | Unusable> {
  try {
    return mapBundle(bundleManifest(await store()));
  } catch (cause) {
    if (isLoadoutError(cause)) throw cause;
    throw errors.REGISTRY_UNREADABLE({ source, problem: messageOf(cause) }, { cause });
  }
}

interface Source {
  readonly source: string;
  readonly place: RegistryPlace;
}

/** The first package that can be started here, else the first address. */
async function mapServer({ packages, remotes, version }: ServerJson, { source, place }: Source): Promise<MappedServer> {
  const problems: string[] = [];
  for (const pack of packages) {
    const mapped = pack.registryType === 'mcpb' ? await mapBundled(pack, place) : mapPackage(pack, version);
    if (!('problem' in mapped)) return mapped;
    problems.push(mapped.problem);
  }
  for (const remote of remotes) {
    const mapped = mapRemote(remote);
    if (!('problem' in mapped)) return mapped;
    problems.push(mapped.problem);
  }
  const problem = problems.length === 0 ? 'has neither packages nor remotes' : `cannot be used: ${problems.join('; ')}`;
  throw errors.REGISTRY_UNFIT({ source, problem });
}

async function mapBundled({ identifier, fileSha256 }: Json, place: RegistryPlace): Promise<MappedServer | Unusable> {
  if (typeof identifier !== 'string' || !URL.canParse(identifier))
    return { problem: `${shown(identifier)} is not the address of a bundle` };
  if (typeof fileSha256 !== 'string' || !/^[0-9a-f]{64}$/i.test(fileSha256)) return { problem: 'its bundle has no SHA-256' };
  const bundle = { url: identifier, sha256: fileSha256.toLowerCase() };
  const mapped = await unpacked(identifier, () => fetchBundle(bundle, place));
  return 'problem' in mapped ? mapped : { bundle, ...mapped };
}

function mapRemote(remote: Json): MappedServer | Unusable {
  const { type, url } = remote;
  if (typeof url !== 'string') return { problem: 'its remote has no address' };
  if (type !== 'sse' && type !== 'streamable-http') return { problem: `its remote speaks ${shown(type)}` };
  const { values: headers, inputs } = mapNamed(objects(remote.headers));
  const odd = Object.keys(headers).find((name) => !/^[\w!#$%&'*+.^`|~-]+$/.test(name) || name === '__proto__');
  if (odd !== undefined) return { problem: `${shown(odd)} is not the name of a header` };
  const all = { ...variablesIn(remote), ...inputs };
  return {
    ...{ type: type === 'sse' ? ('sse' as const) : ('http' as const), url },
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...(Object.keys(all).length === 0 ? {} : { inputs: all }),
  };
}
