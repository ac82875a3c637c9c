import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { messageOf } from '@loadout/core';
import { errors } from '../errors.js';
import { variablesIn } from './inputs.js';
import type { LockedServer } from './locked-server.js';
import { type MappedServer, mapNamed, mapPackage, shown, type Unusable } from './map-package.js';
import { type Json, objects, readServerJson, type ServerJson } from './server-json.js';

export interface RegistryPlace {
  /** The folder that paths begin at. */
  readonly folder: string;
  /** The address of the registry. Default: that of the protocol. */
  readonly base?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

const BASE = 'https://registry.modelcontextprotocol.io';
const MOST = 1024 * 1024;
const PATIENCE_MS = 30_000;

/**
 * Finds a server by its name and version in a registry, by the address of a `server.json`, or by a path that begins with a dot, and maps
 * it to a command or an address. Throws REGISTRY_UNREADABLE and REGISTRY_UNFIT.
 */
export async function resolveServer(registry: string, place: RegistryPlace): Promise<LockedServer> {
  const [, name, version] = /^([a-zA-Z0-9][a-zA-Z0-9.-]*\/[a-zA-Z0-9._-]+)@([^@\s]+)$/.exec(registry) ?? [];
  const text = await textOf(registry, { ...place, name, version });
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (cause) {
    throw errors.REGISTRY_UNREADABLE({ source: registry, problem: `it is no JSON: ${messageOf(cause)}` }, { cause });
  }
  const server = readServerJson(data, registry);
  if (name !== undefined && (server.name !== name || server.version !== version))
    throw errors.REGISTRY_UNFIT({ source: registry, problem: `is an entry of ${server.name}@${server.version}` });
  const sha256 = createHash('sha256').update(text).digest('hex');
  return { registry, sha256, ...mapServer(server, registry) };
}

async function textOf(
  registry: string,
  {
    folder,
    base = BASE,
    signal,
    name,
    version,
  }: RegistryPlace & { readonly name?: string | undefined; readonly version?: string | undefined },
): Promise<string> {
  try {
    if (name !== undefined && version !== undefined) {
      if (version === 'latest') throw new Error('it names no version; latest may be another one tomorrow');
      const path = `/v0.1/servers/${encodeURIComponent(name)}/versions/${encodeURIComponent(version)}`;
      return await fetched(`${base.replace(/\/$/, '')}${path}`, signal);
    }
    if (/^https?:/.test(registry)) return await fetched(registry, signal);
    if (/^\.{0,2}\//.test(registry)) return readFileSync(resolve(folder, registry), 'utf8');
    throw new Error('it is neither name@version, nor an address, nor a path that begins with ./');
  } catch (cause) {
    throw errors.REGISTRY_UNREADABLE({ source: registry, problem: messageOf(cause) }, { cause });
  }
}

async function fetched(address: string, signal: AbortSignal | undefined): Promise<string> {
  const { protocol, hostname } = new URL(address);
  if (protocol !== 'https:' && !/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname))
    throw new Error(`${address} is not encrypted; write https:`);
  const limit = AbortSignal.timeout(PATIENCE_MS);
  // A redirect could lead to another machine, or out of encryption.
  const response = await fetch(address, {
    redirect: 'error',
    signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
  });
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MOST) throw new Error(`${address} answered with more than ${MOST} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The first package that can be started here, else the first address. */
function mapServer({ packages, remotes, version }: ServerJson, source: string): MappedServer {
  const mapped = [...packages.map((one) => mapPackage(one, version)), ...remotes.map(mapRemote)];
  const usable = mapped.find((one): one is MappedServer => !('problem' in one));
  if (usable !== undefined) return usable;
  const problems = mapped.flatMap((one) => ('problem' in one ? [one.problem] : []));
  const problem = problems.length === 0 ? 'has neither packages nor remotes' : `cannot be used: ${problems.join('; ')}`;
  throw errors.REGISTRY_UNFIT({ source, problem });
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
