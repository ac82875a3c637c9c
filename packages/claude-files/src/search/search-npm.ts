import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { isObject } from '@loadout/core';
import { homeOf } from '@loadout/node';
import type { Env } from '../store/places.js';
import { dayOf, type Found, MOST_FOUND, textOf } from './found.js';
import { getJson } from './get-json.js';

type Json = Readonly<Record<string, unknown>>;

/** Searches the packages with the keyword of Loadout's plugins. */
export async function searchNpm(words: readonly string[], env: Env): Promise<readonly Found[]> {
  const registry = (await registryOf(env)).replace(/\/$/, '');
  const text = encodeURIComponent(['keywords:loadout-plugin', ...words].join(' '));
  const answer = await getJson(`${registry}/-/v1/search?text=${text}&size=${MOST_FOUND}`);
  const objects = isObject(answer) && Array.isArray(answer.objects) ? answer.objects : [];
  const packages = objects.flatMap((one) => (isObject(one) && isObject(one.package) ? [one.package] : []));
  // A name is part of a line that a person copies.
  const named = packages.filter(({ name }) => typeof name === 'string' && NAME.test(name)).slice(0, MOST_FOUND);
  return Promise.all(named.map((one) => found(one, registry)));
}

const NAME = /^(?:@[\w.~-]+\/)?[\w.~-]+$/;

/** The registry of this user. That of a folder is chosen by whoever wrote the folder. */
async function registryOf(env: Env): Promise<string> {
  const given = env.npm_config_registry ?? env.NPM_CONFIG_REGISTRY;
  if (given) return given;
  const options = { cwd: homeOf(env), env: { PATH: env.PATH, HOME: env.HOME } };
  return (await promisify(execFile)('npm', ['config', 'get', 'registry'], options)).stdout.trim();
}

async function found(listed: Json, registry: string): Promise<Found> {
  const name = textOf(listed.name) ?? '';
  const latest = await getJson(`${registry}/${name.replace('/', '%2F')}/latest`).catch(() => ({}));
  const { loadout, dist, version } = isObject(latest) ? latest : {};
  const size = isObject(dist) ? dist.unpackedSize : undefined;
  return {
    kind: 'plugin',
    name,
    version: textOf(version) ?? textOf(listed.version),
    description: textOf(listed.description),
    acts: isObject(loadout) ? actsOf(loadout) : undefined,
    size: typeof size === 'number' ? size : undefined,
    released: dayOf(listed.date),
    add: `loadout add ${name}`,
  };
}

/** The parts that a manifest declares. */
function actsOf({ tools, hooks, commands, model, touches }: Json): readonly string[] {
  const names = (value: unknown) =>
    Array.isArray(value) ? value.flatMap((one) => textOf(isObject(one) ? one.name : one) ?? []) : [];
  const part = (what: string, value: unknown) => {
    const all = names(value);
    return all.length === 0 ? [] : [`${what} ${all.join(', ')}`];
  };
  const touched = isObject(touches) ? Object.keys(touches).filter((key) => touches[key] !== false) : [];
  return [
    ...part('tools', tools),
    ...part('hooks', hooks),
    ...part('commands', commands),
    ...(model === true ? ['a model provider'] : []),
    ...(touched.length === 0 ? [] : [`touches ${touched.join(', ')}`]),
  ];
}
