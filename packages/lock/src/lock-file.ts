import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { LOCK_NAME } from '@loadout/config';
import { CONFIG_NAMES } from '@loadout/config/documents';
import { isObject } from '@loadout/core';
import type { Plan } from '@loadout/core/run';
import { parse, stringify } from 'yaml';
import { errors } from './errors.js';
import type { Lock } from './lock.js';

const HEAD = [
  '# The plugins, servers and files of agent.config.*, as they were when `loadout lock` wrote this file. Commit it.',
  '# `configurations` has the same of other files here. Every run compares them with it, as `loadout lock verify` does.',
].join('\n');

/** The configuration to which a lock belongs. */
export interface LockOwner {
  readonly configFile: string;
  readonly configDir: string;
}

/** The locks of one folder. */
interface Locks {
  /** The lock of `agent.config.*`, which is there once. */
  readonly own?: Lock | undefined;
  /** The locks of other files, by their names. */
  readonly named?: Readonly<Record<string, Lock>> | undefined;
}

/** Reads the lock of a configuration. Returns `undefined` if it has none. Throws LOCK_INVALID. */
export function readLock(owner: LockOwner): Lock | undefined {
  const { own, named = {} } = readLocks(owner);
  const name = otherName(owner);
  if (name === undefined) return own;
  return Object.hasOwn(named, name) ? named[name] : undefined;
}

/**
 * Returns the text of the lock file with this lock for a configuration. The locks of other files of the folder stay as they are. Keys
 * are sorted, so that a diff shows only real changes. Throws LOCK_INVALID.
 */
export function lockText(lock: Lock, owner: LockOwner): string {
  const { own, named = {} } = readLocks(owner);
  const name = otherName(owner);
  const locks = name === undefined ? { ...lock, configurations: named } : { ...own, configurations: { ...named, [name]: lock } };
  return `${HEAD}\n${stringify({ ...locks, version: 1 }, { sortMapEntries: true, lineWidth: 0, aliasDuplicateObjects: false })}`;
}

/** The command that writes the lock of a configuration. */
export function lockCommand(owner: LockOwner): string {
  const name = otherName(owner);
  return name === undefined ? 'loadout lock' : `loadout lock --config ${/^[\w.-]+$/.test(name) ? name : JSON.stringify(name)}`;
}

/** The name of a file that is found only when it is named. */
function otherName({ configFile }: LockOwner): string | undefined {
  const name = basename(configFile);
  return CONFIG_NAMES.includes(name) ? undefined : name;
}

function readLocks({ configDir }: LockOwner): Locks {
  const file = join(configDir, LOCK_NAME);
  let data: unknown;
  try {
    data = parse(readFileSync(file, 'utf8'), { maxAliasCount: 0 });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw errors.LOCK_INVALID({ file, problem: (cause as Error).message.split('\n', 1)[0] ?? '' }, { cause });
  }
  if (!isObject(data) || data.version !== 1) throw errors.LOCK_INVALID({ file, problem: 'it has no version: 1' });
  const { configurations = {}, ...own } = data;
  if (!isObject(configurations)) throw errors.LOCK_INVALID({ file, problem: 'configurations is not a map' });
  const others = Object.entries(configurations);
  const named = others.map(([name, one]) => [name, lockIn(one, { file, at: `configurations.${name}.` })] as const);
  const isLocked = ['plugins', 'hooks', 'tools', 'mcp', 'servers'].some((section) => Object.hasOwn(own, section));
  return { own: isLocked ? lockIn(own, { file, at: '' }) : undefined, named: Object.fromEntries(named) };
}

function lockIn(data: unknown, { file, at }: { readonly file: string; readonly at: string }): Lock {
  const invalid = (problem: string) => errors.LOCK_INVALID({ file, problem: `${at}${problem}` });
  const section = (name: string): Readonly<Record<string, never>> => {
    const found = (isObject(data) ? data[name] : data) ?? {};
    if (!isObject(found)) throw invalid(`${name} is not a map`);
    return found as Readonly<Record<string, never>>;
  };
  const mcp = section('mcp');
  for (const [server, tools] of Object.entries(mcp)) {
    if (!isObject(tools) || Object.values(tools).some((one) => typeof one !== 'string'))
      throw invalid(`mcp.${server} is not a map of tools to fingerprints`);
  }
  const servers = section('servers');
  return {
    plugins: section('plugins'),
    hooks: section('hooks'),
    ...(isObject(data) && data.tools !== undefined ? { tools: section('tools') } : {}),
    mcp,
    ...(Object.keys(servers).length === 0 ? {} : { servers }),
  };
}

/** Returns the plan with the locked fingerprints of each server. A server that the lock does not name is not restricted. */
export function withApprovedTools(plan: Plan): Plan {
  if (Object.keys(plan.mcpServers ?? {}).length === 0) return plan;
  const locked = readLock({ configDir: plan.configDir, configFile: plan.configFile ?? '' })?.mcp ?? {};
  const servers = Object.entries(plan.mcpServers ?? {}).map(([key, server]) =>
    Object.hasOwn(locked, key) ? [key, { ...server, approved: locked[key] }] : [key, server],
  );
  return { ...plan, mcpServers: Object.fromEntries(servers) };
}
