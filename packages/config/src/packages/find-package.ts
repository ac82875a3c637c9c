import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isObject, type PluginManifest } from '@loadout/core';

type PackageJson = Readonly<Record<string, unknown>>;

/** The package.json files that were read, by path. Several steps of one load ask for the same manifest, which may be long. */
const read = new Map<string, { readonly state: string; readonly data: unknown }>();

/** The most bytes of a package.json. The longest manifest of Loadout is a twentieth of this. */
const MOST_BYTES = 1024 * 1024;

export interface FoundPackage {
  readonly packageDir: string;
  readonly version: string;
  /** The key `"loadout"` of the package's package.json. */
  readonly loadout: unknown;
}

export interface FoundManifest {
  readonly manifest: PluginManifest;
  readonly packageDir: string;
  readonly version: string;
}

export const isLocal = (use: string): boolean => /^(?:\.{1,2}\/|\/)/.test(use);

/** Finds a package by name in the `node_modules` of `fromDir` and of every folder above it. Runs no code of the package. */
export function findPackage(name: string, fromDir: string): FoundPackage | undefined {
  for (let dir = fromDir; ; dir = dirname(dir)) {
    const packageDir = join(dir, 'node_modules', name);
    const data = readPackageJson(packageDir);
    if (data !== undefined) return { packageDir, version: String(data.version ?? '0.0.0'), loadout: data.loadout };
    if (dirname(dir) === dir) return undefined;
  }
}

/** The package.json reached from the first folder that leads to one, and all places that are examined before it. */
export function packageFiles(name: string, fromDirs: readonly string[]): readonly string[] {
  const files: string[] = [];
  for (const fromDir of fromDirs) {
    for (let dir = fromDir; ; dir = dirname(dir)) {
      const packageDir = join(dir, 'node_modules', name);
      files.push(join(packageDir, 'package.json'));
      if (readPackageJson(packageDir) !== undefined) return files;
      if (dirname(dir) === dir) break;
    }
  }
  return files;
}

/**
 * Reads a plugin's own manifest. Returns `undefined` for a local plugin, a plugin that is not installed, or one without a
 * manifest.
 */
export function readManifest(use: string, fromDir: string): FoundManifest | undefined {
  if (isLocal(use)) return undefined;
  const found = findPackage(use, fromDir);
  if (found === undefined || !isManifest(found.loadout)) return undefined;
  return { manifest: found.loadout, packageDir: found.packageDir, version: found.version };
}

function readPackageJson(dir: string): PackageJson | undefined {
  const file = join(dir, 'package.json');
  try {
    const stats = statSync(file, { throwIfNoEntry: false, bigint: true });
    // A repository may have a pipe or a device there, at which reading would not end.
    if (stats?.isFile() !== true || stats.size > MOST_BYTES) return undefined;
    const state = [stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(' ');
    const known = read.get(file);
    const data: unknown = known?.state === state ? known.data : JSON.parse(readFileSync(file, 'utf8'));
    read.set(file, { state, data });
    return typeof data === 'object' && data !== null ? (data as PackageJson) : undefined;
  } catch {
    return undefined;
  }
}

/** The tools are checked too, because commands go through them before a package is trusted. */
const isManifest = (value: unknown): value is PluginManifest =>
  isObject(value) && isText(value.plugin) && isAbsentOrList(value.tools, isTool);

const isTool = (value: unknown): boolean => isObject(value) && isText(value.name) && isAbsentOrList(value.aliases, isText);

const isText = (value: unknown): boolean => typeof value === 'string';
const isAbsentOrList = (value: unknown, isItem: (item: unknown) => boolean): boolean =>
  value === undefined || (Array.isArray(value) && value.every(isItem));
