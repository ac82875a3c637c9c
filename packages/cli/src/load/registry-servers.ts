import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { workingFolder, writeFile } from '@loadout/command';
import { findConfig, folderOf, judgeConfig, LOCK_NAME } from '@loadout/config';
import { flatten, Report, readDocument } from '@loadout/config/documents';
import { isObject } from '@loadout/core';
import { lockedServers, lockWithServers } from '@loadout/lock';
import { stateDir } from '@loadout/runner';
import type { Io } from '../io.js';
import { loadPackage } from './load-package.js';
import { type TrustFlags, trustOptions } from './settle-trust.js';

/** A version of a registry never changes, so what the lock has for it stays. */
const IS_VERSION = /^\w[\w.-]*\/[\w.-]+@[^@\s]+$/;

type Flags = TrustFlags & { readonly config: string | undefined; readonly cwd: string | undefined };

/**
 * Looks up the servers that a configuration takes from a registry, and writes them into its lock. A configuration is read with what the
 * lock has for them, so this comes first. Returns what takes the lock back if the configuration cannot be read then.
 */
export async function lockRegistryServers(flags: Flags, io: Io): Promise<() => void> {
  const cwd = workingFolder(io.cwd, { flag: '--cwd', dir: flags.cwd });
  const configFile = findConfig({ cwd, file: flags.config, env: io.env });
  if (configFile === undefined || !/\.(?:ya?ml|jsonc?)$/.test(configFile) || !existsSync(configFile)) return () => {};
  const named = /\bregistry\b/.test(readFileSync(configFile, 'utf8')) ? await registriesOf(configFile) : [];
  const owner = { configFile, configDir: folderOf(configFile) };
  const lockFile = join(owner.configDir, LOCK_NAME);
  const before = existsSync(lockFile) ? readFileSync(lockFile, 'utf8') : undefined;
  const locked = before === undefined ? {} : await lockedServers(owner);
  if (named.length + Object.keys(locked).length === 0) return () => {};
  const isTrusted = async () =>
    (await judgeConfig({ cwd, file: configFile, env: io.env, trust: trustOptions(flags, io) })).trusted;
  const servers: Record<string, unknown> = {};
  for (const [key, registry] of named) servers[key] = await lookedUp(registry, { was: locked[key], owner, io, isTrusted });
  writeFile(lockFile, { text: await lockWithServers(servers, owner) });
  return () => (before === undefined ? rmSync(lockFile, { force: true }) : void writeFile(lockFile, { text: before }));
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

interface Looking {
  readonly was: unknown;
  readonly owner: { readonly configDir: string };
  readonly io: Io;
  isTrusted(): Promise<boolean>;
}

async function lookedUp(registry: string, { was, owner, io, isTrusted }: Looking): Promise<unknown> {
  const known = IS_VERSION.test(registry) && isObject(was) && was.registry === registry ? was : undefined;
  if (known !== undefined && known.bundle === undefined) return known;
  const mcp = await loadPackage('@loadout/mcp', { needs: 'A server of a registry', names: ['resolveServer', 'bringBundle'] });
  const base = io.env.LOADOUT_MCP_REGISTRY || undefined;
  const place = { folder: owner.configDir, base, stateDir: join(stateDir(io.env), 'plugins', 'mcp'), isTrusted };
  if (known === undefined) return mcp.resolveServer(registry, place);
  await mcp.bringBundle(known.bundle, place);
  return known;
}
