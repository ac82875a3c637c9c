import { createHash } from 'node:crypto';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { resolve, sep } from 'node:path';
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

type Asked = RegistryPlace & { readonly name?: string | undefined; readonly version?: string | undefined };

async function textOf(registry: string, { folder, base = BASE, name, version }: Asked): Promise<string> {
  try {
    if (name !== undefined && version !== undefined) {
      if (version === 'latest') throw new Error('it names no version; latest may be another one tomorrow');
      const path = `/v0.1/servers/${encodeURIComponent(name)}/versions/${encodeURIComponent(version)}`;
      return await fetched(`${base.replace(/\/$/, '')}${path}`);
    }
    if (/^https:/.test(registry)) return await fetched(registry);
    if (/^\.\.?\//.test(registry)) return fileIn(folder, registry);
    throw new Error('it is neither name@version, nor an address with https:, nor a path that begins with ./');
  } catch (cause) {
    throw errors.REGISTRY_UNREADABLE({ source: registry, problem: messageOf(cause) }, { cause });
  }
}

/** The file may be named by a clone that nobody trusts yet, and its text may be shown, so it stands in the folder of the configuration. */
function fileIn(folder: string, path: string): string {
  const file = realpathSync(resolve(folder, path));
  if (!file.startsWith(`${realpathSync(folder)}${sep}`)) throw new Error('it leads out of the folder of the configuration');
  if (statSync(file).size > MOST) throw new Error(`it has more than ${MOST} bytes`);
  return readFileSync(file, 'utf8');
}

async function fetched(address: string): Promise<string> {
  const { protocol, hostname } = new URL(address);
  if (protocol !== 'https:' && !/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname))
    throw new Error(`${address} is not encrypted; write https:`);
  // A redirect could lead to another machine, or out of encryption.
  const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MS) });
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
