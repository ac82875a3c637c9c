import { isObject } from '@loadout/core';
import { errors } from '../errors.js';

export type Json = Readonly<Record<string, unknown>>;

export interface ServerJson {
  readonly name: string;
  readonly version: string;
  readonly packages: readonly Json[];
  readonly remotes: readonly Json[];
}

/** The names of fields of older files, where they are not the present name in snake_case. */
const OLDER: Readonly<Record<string, string>> = { registryName: 'registryType', transportType: 'transport' };

/** Reads an entry of a registry: a `server.json` of any version, or the answer of the API about one. Throws REGISTRY_UNFIT. */
export function readServerJson(data: unknown, source: string): ServerJson {
  const unfit = (problem: string) => errors.REGISTRY_UNFIT({ source, problem });
  if (!isObject(data)) throw unfit('is not a JSON object');
  const entry = isObject(data.server) ? data.server : data;
  const { name, version, packages, remotes } = camel(entry) as Json;
  const { version_detail: older } = entry;
  const found = version ?? (isObject(older) ? older.version : undefined);
  if (typeof name !== 'string' || !/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/.test(name))
    throw unfit(`has the name ${JSON.stringify(name)?.slice(0, 80)}`);
  if (typeof found !== 'string' || found === '') throw unfit('has no version');
  if (statusOf(data, entry) === 'deleted') throw unfit('was deleted by its author or by the registry');
  return { name, version: found, packages: objects(packages).map(present), remotes: objects(remotes).map(present) };
}

function statusOf(answer: Json, entry: Json): unknown {
  const official = [answer, entry].map(({ _meta: meta }) =>
    isObject(meta) ? meta['io.modelcontextprotocol.registry/official'] : undefined,
  );
  return official.find(isObject)?.status ?? entry.status;
}

export const objects = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** Gives fields of older files their present names. */
function present(given: Json): Json {
  const fields = Object.fromEntries(Object.entries(given).map(([key, value]) => [OLDER[key] ?? key, value]));
  const { transport, name } = fields;
  return {
    ...fields,
    identifier: fields.identifier ?? name,
    type: fields.type ?? (typeof transport === 'string' ? transport : undefined),
    transport: typeof transport === 'string' ? { type: transport } : (transport ?? { type: 'stdio' }),
  };
}

/** Turns the keys of older files, such as `registry_type`, into those of the present. Names that an author gives stay. */
function camel(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camel);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key.replace(/(?<=[a-z0-9])_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      key === 'variables' && isObject(one)
        ? Object.fromEntries(Object.entries(one).map(([name, input]) => [name, camel(input)]))
        : camel(one),
    ]),
  );
}
