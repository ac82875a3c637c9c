import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { workingFolder, writeFile } from '@loadout/command';
import { entriesIn, findConfig, folderOf, LOCK_NAME, lockedServers, lockWithServers } from '@loadout/config';
import { isObject } from '@loadout/core';
import type { Io } from '../io.js';
import { loadPackage } from './load-package.js';

/** A version of a registry never changes, so what the lock has for it stays. */
const IS_VERSION = /^\w[\w.-]*\/[\w.-]+@[^@\s]+$/;

type Flags = { readonly config: string | undefined; readonly cwd: string | undefined };

/**
 * Looks up the servers that a configuration takes from a registry, and writes them into its lock. A configuration is read with what the
 * lock has for them, so this comes first. Returns what takes the lock back if the configuration cannot be read then.
 */
export async function lockRegistryServers(flags: Flags, io: Io): Promise<() => void> {
  const cwd = workingFolder(io.cwd, { flag: '--cwd', dir: flags.cwd });
  const configFile = findConfig({ cwd, file: flags.config, env: io.env });
  if (configFile === undefined || !/\.ya?ml$/.test(configFile) || !existsSync(configFile)) return () => {};
  const text = readFileSync(configFile, 'utf8');
  const named = /\bregistry\b/.test(text) ? registriesIn(await entriesIn(text, 'mcpServers')) : [];
  const owner = { configFile, configDir: folderOf(configFile) };
  const lockFile = join(owner.configDir, LOCK_NAME);
  const before = existsSync(lockFile) ? readFileSync(lockFile, 'utf8') : undefined;
  const locked = before === undefined ? {} : await lockedServers(owner);
  if (named.length + Object.keys(locked).length === 0) return () => {};
  const servers: Record<string, unknown> = {};
  for (const [key, registry] of named) servers[key] = await lookedUp(registry, { was: locked[key], owner, io });
  writeFile(lockFile, { text: await lockWithServers(servers, owner) });
  return () => (before === undefined ? rmSync(lockFile, { force: true }) : void writeFile(lockFile, { text: before }));
}

const registriesIn = (entries: Readonly<Record<string, unknown>>): readonly (readonly [string, string])[] =>
  Object.entries(entries).flatMap(([key, entry]) =>
    isObject(entry) && typeof entry.registry === 'string' ? [[key, entry.registry] as const] : [],
  );

interface Looking {
  readonly was: unknown;
  readonly owner: { readonly configDir: string };
  readonly io: Io;
}

async function lookedUp(registry: string, { was, owner, io }: Looking): Promise<unknown> {
  if (IS_VERSION.test(registry) && isObject(was) && was.registry === registry) return was;
  const { resolveServer } = await loadPackage('@loadout/mcp', { needs: 'A server of a registry', names: ['resolveServer'] });
  return resolveServer(registry, { folder: owner.configDir, base: io.env.LOADOUT_MCP_REGISTRY || undefined });
}
