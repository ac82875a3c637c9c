import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Position } from '@loadout/core';
import { packageFolder } from '@loadout/node';
import { errors } from '../report/errors.js';
import { type PackageJson, type PluginListing, readListing } from './listing.js';

export interface ResolvedPlugin {
  /** The file of the plugin's module. */
  readonly entry: string;
  /** The listing. Absent also for a plugin that is no package. */
  readonly listing?: PluginListing | undefined;
}

/**
 * Finds the module of a plugin: a path relative to the configuration, or a package in `node_modules` from there upward, then from
 * this package upward. A package of Loadout is looked up beside this package first, so that a project never replaces it (decision
 * 0015). `undefined` if there is no such module.
 */
export function resolvePlugin(use: string, configDir: string): string | undefined {
  const found = placeOf(use, { configDir });
  return found === undefined ? undefined : pathToFileURL(found.entry).href;
}

/** Finds the module of a package of Loadout beside this package and above it, and in no project. */
export function resolveInstalled(use: string): string | undefined {
  const folder = packageFolder(use, OWN);
  if (folder === undefined) return undefined;
  const json = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageJson;
  return pathToFileURL(join(folder, entryOf(json))).href;
}

const OWN = dirname(fileURLToPath(import.meta.url));

interface PluginFolders {
  readonly configDir: string;
  /**
   * If true, the plan was made in code. Nobody then vouches for the contents of the agent's folder, so packages of ours are
   * looked up beside this package first.
   */
  readonly isOfCode?: boolean | undefined;
}

/** Finds the module together with its listing. */
export function resolveListed(use: string, from: PluginFolders): ResolvedPlugin | undefined {
  const found = placeOf(use, from);
  if (found?.json === undefined) return found;
  return { ...found, listing: readListing(found.entry, found.json) };
}

function placeOf(
  use: string,
  { configDir, isOfCode = false }: PluginFolders,
): (Pick<ResolvedPlugin, 'entry'> & { readonly json?: PackageJson }) | undefined {
  if (/^(\.{0,2}\/|[A-Za-z]:\\)/.test(use)) {
    const file = resolve(configDir, use);
    return existsSync(file) ? { entry: file } : undefined;
  }
  const name = packageName(use);
  const isOfLoadout = name.startsWith('@loadout/');
  for (const start of isOfCode || isOfLoadout ? [OWN, configDir] : [configDir, OWN]) {
    const folder = packageFolder(name, start);
    if (folder === undefined) continue;
    const json = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageJson;
    return { entry: join(folder, entryOf(json)), json };
  }
  return undefined;
}

/**
 * Returns the package's name without a version. The version is only for the check of the configuration; the installed version is
 * used.
 */
const packageName = (use: string) => /^(@[^/]+\/[^@]+|[^@]+)/.exec(use)?.[0] ?? use;

const entryOf = (json: PackageJson): string => json.loadout?.plugin ?? exportedEntry(json.exports) ?? json.main ?? 'index.js';

function exportedEntry(exports: unknown): string | undefined {
  if (typeof exports === 'string') return exports;
  if (typeof exports !== 'object' || exports === null) return undefined;
  const conditions = exports as Record<string, unknown>;
  for (const key of ['.', 'import', 'node', 'default']) {
    const entry = key in conditions ? exportedEntry(conditions[key]) : undefined;
    if (entry !== undefined) return entry;
  }
  return undefined;
}

/**
 * Loads a package of Loadout that is installed beside this one. `undefined` if there is none: what a project has in its
 * `node_modules` may be part of a cloned repository, and nothing asks before these packages are loaded (decision 0015).
 */
export async function installedPackage<T>(use: string): Promise<T | undefined> {
  const url = resolveInstalled(use);
  return url === undefined ? undefined : ((await import(url)) as T);
}

/** Loads the package that a key or a command needs. Throws PACKAGE_NOT_INSTALLED with the line that installs it. */
export async function neededPackage<T>(
  use: string,
  { needs, position }: { readonly needs: string; readonly position?: Position | undefined },
): Promise<T> {
  const loaded = await installedPackage<T>(use);
  if (loaded === undefined) throw errors.PACKAGE_NOT_INSTALLED({ use, needs }, { position });
  return loaded;
}
