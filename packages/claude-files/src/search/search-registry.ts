import { isObject } from '@loadout/core';
import type { Env } from '../store/places.js';
import { dayOf, type Found, fits, MOST_FOUND, textOf } from './found.js';
import { getJson } from './get-json.js';

type Json = Readonly<Record<string, unknown>>;

const BASE = 'https://registry.modelcontextprotocol.io';
/** The registry compares one text with names, so more of its answers are looked through. */
const LOOKED_AT = 50;

/** Searches the MCP registry, or the one that the person named. */
export async function searchRegistry(words: readonly string[], env: Env): Promise<readonly Found[]> {
  const base = (env.LOADOUT_MCP_REGISTRY || BASE).replace(/\/$/, '');
  const longest = [...words].sort((a, b) => b.length - a.length)[0] ?? '';
  const answer = await getJson(`${base}/v0.1/servers?search=${encodeURIComponent(longest)}&version=latest&limit=${LOOKED_AT}`);
  const servers = isObject(answer) && Array.isArray(answer.servers) ? answer.servers.filter(isObject) : [];
  return servers.flatMap((one) => found(one, words)).slice(0, MOST_FOUND);
}

const OFFICIAL = 'io.modelcontextprotocol.registry/official';

function found(one: Json, words: readonly string[]): readonly Found[] {
  const server = isObject(one.server) ? one.server : one;
  const meta = isObject(one._meta) && isObject(one._meta[OFFICIAL]) ? one._meta[OFFICIAL] : {};
  const [name, version] = [textOf(server.name), textOf(server.version)];
  if (name === undefined || version === undefined || meta.status === 'deleted') return [];
  // Both are part of a line that a person copies.
  if (!/^[a-zA-Z0-9.-]+\/[\w.-]+$/.test(name) || !/^[\w.+-]+$/.test(version)) return [];
  if (!fits(words, name, server.title, server.description)) return [];
  return [
    {
      kind: 'mcp server',
      name,
      version,
      description: textOf(server.description),
      acts: [...packagesOf(server.packages), ...remotesOf(server.remotes)],
      released: dayOf(meta.updatedAt) ?? dayOf(meta.publishedAt),
      add: `mcpServers: { ${(name.split('/').at(-1) ?? name).replace(/[^\w-]/g, '-')}: { registry: ${name}@${version} } }`,
    },
  ];
}

const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

const packagesOf = (packages: unknown): readonly string[] =>
  listOf(packages).map((one) => `runs the ${textOf(one.registryType) ?? ''} package ${textOf(one.identifier) ?? ''}`);

const remotesOf = (remotes: unknown): readonly string[] => listOf(remotes).map((one) => `asks ${textOf(one.url) ?? ''}`);
